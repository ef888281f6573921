"""Name the book's repository, which launch buttons and links to the source lead to.

It is, in this order: the one whose CI builds the book, as a fork's; the git remote `origin` when it
is on GitHub; `repository.url` in `_config.yml`.
"""

import os
import re
import subprocess
from pathlib import Path

from sphinx.errors import SphinxError

# https://github.com/OWNER/NAME, git@github.com:OWNER/NAME or ssh://git@github.com/OWNER/NAME
GITHUB = re.compile(
    r"(?:https://(?:[^@/]+@)?|ssh://git@|git@)github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?"
)
ORIGIN = ("config", "--get", "remote.origin.url")


def git(root, *words):
    """What git says of a folder, or "" where that is no repository, or does not have it."""
    if not Path(root, ".git").exists():
        return ""  # an archive
    command = ["git", "-C", str(root), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise SphinxError(f"git is missing; install it, to name the commit of {root}") from None
    if done.returncode > 1:  # 1 is for what it does not have
        raise SphinxError(f"git {words[0]} fails in {root}: {done.stderr.strip()}")
    return done.stdout.strip()


def repository_url(environ, remote, configured):
    """The repository's web address, of the three in the order above."""
    if "GITHUB_REPOSITORY" in environ:
        server = environ.get("GITHUB_SERVER_URL", "https://github.com")
        return f"{server}/{environ['GITHUB_REPOSITORY']}"
    if match := GITHUB.fullmatch(remote):
        return f"https://github.com/{match[1]}"
    return configured


def pages_url(repository):
    """The address at which GitHub Pages publishes the repository at this web address."""
    owner, name = repository.split("/")[-2:]
    host = f"{owner}.github.io".lower()
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def set_repository(app, config):
    options = config.html_theme_options
    config.full_book = pages_url(options["repository_url"])
    url = repository_url(os.environ, git(app.srcdir, *ORIGIN), options["repository_url"])
    options["repository_url"] = url
    config.html_baseurl = config.html_baseurl or pages_url(url)
    config.book_repository = url


def setup(app):
    # Pages hold the address in their text too: where it changes, all are read again.
    app.add_config_value("book_repository", "", "env")
    app.add_config_value("full_book", "", "env")  # where a fork may have left out chapters
    app.connect("config-inited", set_repository)
