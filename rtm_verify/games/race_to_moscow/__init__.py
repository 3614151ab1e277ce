"""1941: Race to Moscow."""
