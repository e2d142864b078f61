// Leave the browser's time zone to the server, for pages that say when something was, and what came today.

const name = "earmark-zone";
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
const isKnown = () => document.cookie.split("; ").includes(`${name}=${zone}`);
if (!isKnown()) {
  document.cookie = `${name}=${zone}; path=/; max-age=31536000; samesite=lax`;
  // A page that was made before its reader's zone was known says other hours, and another day.
  if (document.querySelector("[data-by-zone]") && isKnown()) location.reload();
}
