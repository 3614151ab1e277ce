"""What a replay found, for people and for other tools."""
