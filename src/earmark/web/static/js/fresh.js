// A page that tells how far one is must not come back as it was: browsers keep pages whole, and show them again on Back.

window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
