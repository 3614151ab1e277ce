"""``python -m rtm_verify``."""

from rtm_verify.cli import main

main()
