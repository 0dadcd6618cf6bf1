// Keeps a form back that is sent again before the answer to it has come: of two that are sent the second is shown, which
// finds done what the first did, and says that it failed.
const WAIT_MS = 10_000;
/** @type {Map<EventTarget, number>} */
const sent = new Map();

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form) return;
  const now = performance.now();
  if (now - (sent.get(form) ?? -WAIT_MS) < WAIT_MS) event.preventDefault();
  else sent.set(form, now);
});
// Who comes back may send it anew.
addEventListener("pageshow", () => sent.clear());
