"""The second opinion: z3 plumbing that no game is written into."""
