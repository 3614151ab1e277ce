"""The rulebook's chapters as tests of the engine: each claim with its line, and its negative twin."""
