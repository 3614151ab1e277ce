"""What is proved of Race to Moscow for every position."""
