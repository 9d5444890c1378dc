"""W Wakhan's choices: given a state whose decision is hers, the action she takes."""
