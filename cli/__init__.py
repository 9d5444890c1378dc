"""The `pamir` command."""
