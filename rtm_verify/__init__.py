"""rtm-verify runs a rulebook: it replays annotated move logs and says which rule decides each step."""

__version__ = "0.1.0"
