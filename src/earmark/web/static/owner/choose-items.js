/** A list whose rows can be ticked: one box ticks the page, and the number of ticked rows is told. */

const form = /** @type {HTMLFormElement|null} */ (document.getElementById("choose-items"));
const page = /** @type {HTMLInputElement|null} */ (document.getElementById("tick-page"));
const told = document.getElementById("ticked");

const boxes = () => /** @type {HTMLInputElement[]} */ ([...(form?.querySelectorAll('input[name="task"]') || [])]);

/** Say how many are ticked, and show in the box of the page whether all, some or none are. */
function tell() {
  const ticked = boxes().filter((box) => box.checked).length;
  if (told && ticked) told.textContent = (told.dataset.words || "").replace("%(number)s", String(ticked));
  if (page) {
    page.checked = ticked > 0 && ticked === boxes().length;
    page.indeterminate = ticked > 0 && ticked < boxes().length;
  }
}

if (form && page) {
  page.hidden = false;
  page.addEventListener("change", () => {
    for (const box of boxes()) box.checked = page.checked;
    tell();
  });
  form.addEventListener("change", (event) => event.target !== page && tell());
  tell();
}
