// Draw the figures of a results page. Each element of class "chart" holds its Vega-Lite spec; colours and type
// come from the page, so that a figure follows light and dark.

/**
 * @typedef {object} Embedder
 * @property {(element: Element, spec: object, options: object) => Promise<{finalize: () => void}>} vegaEmbed
 */

const embed = /** @type {Embedder} */ (/** @type {unknown} */ (globalThis)).vegaEmbed;

/** @type {{finalize: () => void}[]} */
let drawn = [];

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
    axisY: { domain: false, ticks: false, labelPadding: 10 },
    header: { labelColor: ink, labelFontSize: 13, labelPadding: 4 },
    range: { category: [...table].map((swatch) => getComputedStyle(swatch).color) },
  };
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
      renderer: "svg",
      tooltip: { disableDefaultStyle: true },
    });
    drawn.push(view);
  }
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
await draw();
