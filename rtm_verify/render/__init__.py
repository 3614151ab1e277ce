"""Pictures drawn: from shapes to DOT to SVG, PNG and PDF."""
