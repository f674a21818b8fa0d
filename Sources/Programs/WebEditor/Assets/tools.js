// The tools for drawing: pen, eraser, colour, width, undo, clear and zoom.
import { button, h } from "./dom.js";

const colours = [["#1d1d1f", "Black"], ["#0b57d0", "Blue"], ["#b3261e", "Red"], ["#146c2e", "Green"]];
const zooms = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

// Returns the tool bar, and `tool`, which returns the settings of a new stroke. `ink` returns the layer
// that *Undo* and *Clear* change, and `zoomed` shows it larger or smaller.
export function toolBar(ink, zoomed = (value) => ink().resize(value)) {
  // The eraser takes away what it touches, or whole strokes.
  const state = { colour: colours[0][0], width: 3, eraser: null };
  const pressed = (element, isPressed) => element.setAttribute("aria-pressed", String(isPressed));
  const custom = h("input", { type: "color", value: state.colour, "aria-label": "Another colour", oninput: () => choose(custom.value) });
  const swatches = colours.map(([colour, name]) => {
    const swatch = button("●", () => choose(colour), { "aria-label": name, title: name });
    swatch.style.color = colour;
    swatch.dataset.colour = colour;
    return swatch;
  });
  const erasers = [["Eraser", "area"], ["Stroke eraser", "stroke"]].map(([label, kind]) =>
    button(label, () => { state.eraser = state.eraser === kind ? null : kind; show(); }, { "data-eraser": kind }));
  const width = h("input", { type: "range", min: 1, max: 24, step: 0.5, value: state.width, oninput: () => { state.width = Number(width.value); } });
  const zoomText = h("output", {}, "100 %");
  const zoomTo = (value) => {
    zoomed(value);
    zoomText.textContent = `${Math.round(value * 100)} %`;
  };
  const zoom = (by) => {
    const next = by > 0 ? zooms.find((value) => value > ink().zoom) : zooms.findLast((value) => value < ink().zoom);
    if (next) zoomTo(next);
  };

  function choose(colour) {
    [state.colour, state.eraser] = [colour, null];
    custom.value = colour;
    show();
  }

  function show() {
    for (const swatch of swatches) pressed(swatch, !state.eraser && swatch.dataset.colour === state.colour);
    for (const eraser of erasers) pressed(eraser, state.eraser === eraser.dataset.eraser);
  }

  show();
  return {
    zoomTo,
    tool: () => ({
      colour: state.colour, width: state.eraser ? state.width * 4 : state.width, isEraser: state.eraser === "area", isStrokeEraser: state.eraser === "stroke",
    }),
    element: h("div", { class: "tools", role: "group", "aria-label": "Drawing tools" },
      swatches, custom, h("label", {}, "Width", width), erasers,
      button("Undo", () => ink().undo()), button("Redo", () => ink().redo()), button("Clear", () => ink().clear()),
      button("−", () => zoom(-1), { "aria-label": "Zoom out" }), zoomText, button("+", () => zoom(1), { "aria-label": "Zoom in" })),
  };
}
