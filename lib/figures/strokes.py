"""Elements of SVG, and shapes as the `d` of a path, to a tenth of a unit."""

import numpy as np

UNITS = 100  # of the drawing, to an inch of the figure


def number(value: float) -> str:
    """A coordinate, to a tenth of a unit."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def element(tag: str, inside: str = "", **attributes) -> str:
    """An element of SVG, without attributes that are ""; in their names "_" stands for "-"."""
    look = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value != ""
    )
    return f"<{tag}{look}>{inside}</{tag}>" if inside else f"<{tag}{look}/>"


def line(points, end: str = "", **look) -> str:
    """A path through points, which "z" for its `end` closes; a point alone is a dot with "h0"."""
    d = "L".join(" ".join(map(number, point)) for point in points)
    return element("path", d=f"M{d}{end}", **look)


def outline(path, transform, **options) -> str:
    """The `d` of a path of matplotlib."""
    letters = {path.MOVETO: "M", path.LINETO: "L", path.CURVE3: "Q", path.CURVE4: "C"}
    return "".join(
        "z" if code == path.CLOSEPOLY else letters[code] + " ".join(map(number, vertices))
        for vertices, code in path.iter_segments(transform, **options)
    )


def stamp(path, transform) -> tuple[np.ndarray, str]:
    """A marker around (0, 0): where its `d` starts, and how it goes on; two arcs for a circle."""
    shown = transform.transform(path.vertices)
    if path.codes is not None and len(path.codes) == len(path.unit_circle().codes):
        r = number(np.ptp(shown[:, 0]) / 2)
        wide = number(2 * float(r))  # any less, and two arcs make no circle
        return shown.min(axis=0) * (1, 0), f"a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0z"
    said, here, letters = [], shown[0], {path.MOVETO: "m", path.LINETO: "l", path.CURVE4: "c"}
    for vertices, code in list(path.iter_segments(transform, simplify=False))[1:]:
        if code == path.CLOSEPOLY:
            said.append("z")
        else:
            steps = np.round(vertices.reshape(-1, 2) - here, 1)
            said.append(letters[code] + " ".join(map(number, steps.ravel())))
            here = here + steps[-1]  # where the rounded steps have led
    return shown[0], "".join(said)
