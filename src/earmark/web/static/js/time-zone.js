// Leave the browser's time zone to the server, for pages that say when something was, and what came today.

const name = "earmark-zone";
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
if (!document.cookie.split("; ").includes(`${name}=${zone}`)) document.cookie = `${name}=${zone}; path=/; max-age=31536000; samesite=lax`;
