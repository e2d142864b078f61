// Draw the figures of a results page. Each element of class "chart" holds its Vega-Lite spec; colours and type
// come from the page, so that a figure follows light and dark.

/**
 * @typedef {object} Embedder
 * @property {(element: Element, spec: object, options: object) => Promise<{finalize: () => void}>} vegaEmbed
 */

const embed = /** @type {Embedder} */ (/** @type {unknown} */ (globalThis)).vegaEmbed;

/** @type {{finalize: () => void}[]} */
let drawn = [];

const narrow = matchMedia("(max-width: 44rem)");

/** @param {Element} chart */
function look(chart) {
  const style = getComputedStyle(chart);
  const table = chart.closest("section")?.querySelectorAll(".swatch") ?? [];
  const ink = style.color;
  const line = style.borderTopColor;
  const text = { labelColor: ink, titleColor: ink, labelFontSize: 13, titleFontSize: 13, titleFontWeight: "normal" };
  return {
    font: style.fontFamily,
    background: "transparent",
    view: { stroke: "transparent" },
    axis: { ...text, domainColor: line, gridColor: line, tickColor: line, labelLimit: 220, titlePadding: 8 },
    axisX: { titleAnchor: narrow.matches ? "end" : null }, // from there a title has the room under the names too
    axisY: { domain: false, ticks: false, labelPadding: 10 },
    header: { labelColor: ink, labelFontSize: 13, labelPadding: 4 },
    range: { category: [...table].map((swatch) => getComputedStyle(swatch).color) },
  };
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

async function draw() {
  for (const view of drawn.splice(0)) view.finalize();
  for (const chart of document.querySelectorAll(".chart")) {
    const spec = JSON.parse(chart.getAttribute("data-spec") ?? "");
    const view = await embed(chart, spec, {
      actions: false,
      ast: true, // no code is made from expressions: the content policy forbids it
      config: look(chart),
      defaultStyle: false,
      patch: (/** @type {object} */ drawing) => breakTitles(drawing, chart),
      renderer: "svg",
      tooltip: { disableDefaultStyle: true },
    });
    drawn.push(view);
  }
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
narrow.addEventListener("change", draw);
await draw();
