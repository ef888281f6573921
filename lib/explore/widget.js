// In a kernel: the module that anywidget asks for. lib/explore/widget.py puts this after a page's scripts and
// exports what one of the two functions here returns.
const shell = (show) => ({
  render({ model, el }) {
    el.dataset.lmSuppressShortcuts = "true"; // JupyterLab leaves the keys to us, but
    el.addEventListener("keydown", (event) => { // keeps Enter from a form
      if (event.key !== "Enter" || !event.target.matches("form input")) return;
      event.preventDefault();
      event.stopPropagation();
      event.target.form.requestSubmit();
    });
    show({ model, el });
  },
});

// The HTML that the kernel wrote, which `connect` makes interactive as on a page.
const written = (connect) => shell(({ model, el }) => {
  el.innerHTML = model.get("html");
  connect(el.firstElementChild);
});
