"""Name the book's repository, which launch buttons and links to the source lead to.

It is, in this order: the one whose CI builds the book, as a fork's; the git remote `origin` when it
is on GitHub; `repository.url` in `_config.yml`.
"""

import os
import re
import subprocess
from pathlib import Path

# https://github.com/OWNER/NAME, git@github.com:OWNER/NAME or ssh://git@github.com/OWNER/NAME
GITHUB = re.compile(
    r"(?:https://(?:[^@/]+@)?|ssh://git@|git@)github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?"
)


def origin(root):
    """The address of the git remote `origin` of a folder, or "" where there is none."""
    command = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:  # a machine without git, building from an archive
        return ""


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
    url = repository_url(os.environ, origin(Path(app.srcdir)), options["repository_url"])
    options["repository_url"] = url
    config.html_baseurl = config.html_baseurl or pages_url(url)
    config.book_repository = url


def setup(app):
    # Pages hold the address in their text too: where it changes, all are read again.
    app.add_config_value("book_repository", "", "env")
    app.add_config_value("full_book", "", "env")  # where a fork may have left out chapters
    app.connect("config-inited", set_repository)
