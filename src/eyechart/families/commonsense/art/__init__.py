"""The art of the scenes: furniture, wares, clothes, people, vehicles, walls, drawn by us in any colour."""
