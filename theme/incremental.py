"""Let a build after a small change leave what a build from nothing would.

Sphinx writes the pages that it read anew, and others only where their own numbers or table of
contents moved. A reference to a changed title or number would keep what it said, and so would the
navigation. And the states of an explorer that is gone would stay.
"""

import re
from pathlib import Path

from docutils import nodes

STATES = re.compile(r"_images/(explorers/\w+\.js)")


def plain(value):
    """A value of Sphinx's environment as text, the same in every build."""
    match value:
        case nodes.Node():
            return value.pformat()
        case dict():
            return "".join(sorted(f"{key}: {plain(part)}\n" for key, part in value.items()))
        case set():
            return " ".join(sorted(map(plain, value)))
    return str(value)


def shared(env):
    """What pages show of one another: titles, numbers, labels, and their order."""
    slugs = {
        doc: {slug: place[1:] for slug, place in data.get("myst_slugs", {}).items()}  # but the line
        for doc, data in env.metadata.items()
    }
    numbers = [env.toc_secnumbers, env.toc_fignumbers, env.domaindata["math"]["objects"]]
    labels = [env.domaindata["std"], env.domaindata["citation"], slugs]
    titled = [getattr(env, name, {}) for name in ("proof_list", "sphinx_exercise_registry")]
    order = [env.toctree_includes, env.titles, env.longtitles]
    return "".join(map(plain, [*order, *numbers, *labels, *titled]))


def write_all_if_shared(app, env):
    """Have every page written where what they share has changed."""
    before, env.shared = getattr(env, "shared", None), shared(env)
    return [] if env.shared == before else sorted(env.found_docs)


def remove_pictures(app, exception):
    """Remove the pictures that no page shows."""
    if exception is not None or app.builder.name != "html":
        return
    kept = {Path(name) for _, name in app.env.images.values()}
    for doc in app.env.found_docs:
        html = Path(app.builder.get_outfilename(doc)).read_text("utf-8")
        kept |= set(map(Path, STATES.findall(html)))
    folder = Path(app.outdir, "_images")
    for path in folder.rglob("*.*"):
        if path.relative_to(folder) not in kept:
            path.unlink()


def setup(app):
    app.connect("env-get-updated", write_all_if_shared, priority=900)  # when numbers are given
    app.connect("build-finished", remove_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
