"""What all games share: rules, violations, events, rulings, rulesets, replays, pictures."""
