"""Sliders and the scene, live in a kernel and drawn ahead on a page."""

from lib.explore.sliders import explore as explore
