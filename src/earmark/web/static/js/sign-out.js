// Signing out takes along what was kept on this device, and asks first where that was never sent.

import { Shelf } from "../workbench/shelf.js";
import { gettext } from "./messages.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute("action") !== "/sign-out") return;
  event.preventDefault();
  const shelf = new Shelf(form.dataset.person || "");
  const unsent = await shelf.list();
  if (unsent.length && !confirm(gettext("Answers on this device were never sent. Sign out and delete them here?"))) return;
  document.dispatchEvent(new Event("sign-out")); // whatever saves on this page saves no more
  await shelf.clear();
  sessionStorage.clear();
  form.submit();
});
