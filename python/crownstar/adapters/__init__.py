"""Crownstar's games in the interfaces of others: `pettingzoo`, `gymnasium`, `openspiel`. Each needs its own package."""
