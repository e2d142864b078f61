// Buttons that copy a field: <button data-copy="id of the field" data-copied="Copied" hidden>.
// They stay hidden without scripts, or where the browser has no clipboard (a plain-HTTP address).
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]"))) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(button.dataset.copy ?? ""));
  if (!field || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    field.select();
    button.textContent = button.dataset.copied ?? "";
  });
}
