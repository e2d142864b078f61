// The keys of the practice page: Ctrl+Enter compares what is written, 1 to 4 say how it went.
addEventListener("keydown", (event) => {
  if (event.isComposing || event.altKey || event.repeat) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === "Enter" && event.target instanceof HTMLTextAreaElement) {
    event.preventDefault();
    event.target.form?.requestSubmit();
    return;
  }
  if (command || event.target instanceof HTMLTextAreaElement) return;
  const button = document.querySelector(`.grades [aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (button instanceof HTMLButtonElement) button.click();
});
