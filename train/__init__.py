"""Learning to play any game of the base."""
