"""Paint a scene, and say where each thing can be seen."""

from __future__ import annotations

from eyechart.core import Drawing, Picture, Shape
from eyechart.drawing.canvas import canvas
from eyechart.drawing.photo import jpeg
from eyechart.families.commonsense.places.backdrops import backdrop
from eyechart.families.commonsense.scene import HEIGHT, PLACE, WIDTH, Scene
from eyechart.families.commonsense.sprites import shadow, sprite_of
from eyechart.seeding import Rng

QUALITY = 92


def draw(scene: Scene, rng: Rng, settings: object) -> Drawing:
    pen, pixels = canvas(WIDTH, HEIGHT)
    pen.drawImage(backdrop(scene.place, scene.variant), 0, 0)
    things = {thing.id: thing for thing in scene.things}
    for id, layer in scene.paint:
        thing = things[id]
        left, top, right, bottom = thing.box
        if thing.shadow and not layer:
            wide, high = 4 * round((right - left) * 1.12 / 4), max(6, 2 * round((right - left) * 0.08))
            pen.drawImage(shadow(wide, high), (left + right - wide) // 2, bottom - high * 2 // 3)
        sprite = sprite_of(thing, layer)
        pen.drawImage(sprite.image, left + sprite.left, top + sprite.top)
    where: dict[str, tuple[Shape, ...]] = {PLACE: ((0.0, 0.0, float(WIDTH), float(HEIGHT)),)}
    for thing in scene.things:
        left, top, right, bottom = thing.seen
        where[thing.id] = ((float(left), float(top), float(right), float(bottom)),)
    return Drawing((Picture(jpeg(pixels, QUALITY), WIDTH, HEIGHT, "jpeg"),), where)
