// Draw the figures of a results page, each when it comes near the window: fifty conditions would otherwise hold the
// page up for seconds. Each element of class "chart" holds its Vega-Lite spec. Colours are the names of tokens, so
// that a figure follows light and dark by itself.

/**
 * @typedef {object} Embedder
 * @property {(element: Element, spec: object, options: object) => Promise<{finalize: () => void}>} vegaEmbed
 */

const embed = /** @type {Embedder} */ (/** @type {unknown} */ (globalThis)).vegaEmbed;

const NEAR = "600px";

/** @type {Map<Element, {finalize: () => void}>} */
const drawn = new Map();

/** @type {Map<Element, number>} The width for which titles were broken. */
const widths = new Map();

const narrow = matchMedia("(max-width: 44rem)");
const look = JSON.parse(document.getElementById("results-look")?.dataset.look ?? "{}");

/** @param {Element} chart */
function config(chart) {
  const titleAnchor = narrow.matches ? "end" : null; // from there a title has the room under the names too
  return { ...look, font: getComputedStyle(chart).fontFamily, axisX: { titleAnchor } };
}

/**
 * Break a title into lines of about the same length, as many as it takes to fit the figure.
 * @param {string} title
 * @param {Element} chart
 */
function linesOf(title, chart) {
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  pen.font = `13px ${getComputedStyle(chart).fontFamily}`;
  const long = pen.measureText(title).width;
  const room = Math.min((1.25 * long) / Math.ceil((1.1 * long) / chart.clientWidth), chart.clientWidth);
  /** @type {string[]} */
  const lines = [];
  for (const word of title.split(" ")) {
    const longer = [lines.at(-1), word].join(" ");
    if (lines.length && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * @param {{axes?: {title?: string | string[]}[]}} drawing As compiled to Vega.
 * @param {Element} chart
 */
function breakTitles(drawing, chart) {
  for (const axis of drawing.axes ?? []) if (typeof axis.title === "string") axis.title = linesOf(axis.title, chart);
  return drawing;
}

/** @param {Element} chart */
async function draw(chart) {
  drawn.get(chart)?.finalize();
  const spec = JSON.parse(chart.getAttribute("data-spec") ?? "");
  const view = await embed(chart, spec, {
    actions: false,
    ast: true, // no code is made from expressions: the content policy forbids it
    config: config(chart),
    defaultStyle: false,
    patch: (/** @type {object} */ drawing) => breakTitles(drawing, chart),
    renderer: "svg",
    tooltip: { disableDefaultStyle: true },
  });
  drawn.set(chart, view);
  widths.set(chart, chart.clientWidth);
  sized.observe(chart);
}

/** @type {Set<Element>} */
const waiting = new Set();
let isDrawing = false;

/** Draw what waits, one figure a task, so that the page answers in between. */
async function drawNext() {
  if (isDrawing) return;
  isDrawing = true;
  for (const chart of waiting) {
    waiting.delete(chart);
    if (chart.clientWidth) await draw(chart);
    else sized.observe(chart); // hidden: its titles would be broken after every word
    await new Promise((resolve) => setTimeout(resolve));
  }
  isDrawing = false;
}

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      waiting.add(target);
    }
    drawNext();
  },
  { rootMargin: NEAR },
);

// Titles are broken anew where a figure has become wider or narrower, or is shown at last.
const sized = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.clientWidth && target.clientWidth !== widths.get(target)) waiting.add(target);
  drawNext();
});

for (const chart of document.querySelectorAll(".chart[data-spec]")) seen.observe(chart);
// Paper has no window that a figure could come near.
addEventListener("beforeprint", () => {
  for (const chart of document.querySelectorAll(".chart[data-spec]")) if (!drawn.has(chart)) waiting.add(chart);
  drawNext();
});
