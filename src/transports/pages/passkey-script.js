// Asks the browser for a passkey, and sends what it signed with the form.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-passkey]"));
// Older browsers lack either.
const { PublicKeyCredential } = /** @type {Partial<typeof window>} */ (window);
const parse = /** @type {Partial<typeof window.PublicKeyCredential> | undefined} */ (
  PublicKeyCredential
)?.parseRequestOptionsFromJSON;

/** @param {HTMLFormElement} of @param {string} name */
const field = (of, name) => /** @type {HTMLInputElement | null} */ (of.elements.namedItem(name));

/** @param {HTMLFormElement} of */
async function ask(of) {
  const second = field(of, "second") ? "?second=on" : "";
  const path = `${of.getAttribute("action")}/options${second}`;
  const answer = await fetch(path, { method: "POST" });
  if (!answer.ok) throw new Error("The server does not ask for a passkey now; try again later.");
  const publicKey = window.PublicKeyCredential.parseRequestOptionsFromJSON(await answer.json());
  const credential = await navigator.credentials.get({ publicKey });
  const response = field(of, "response");
  if (response) response.value = JSON.stringify(credential);
  of.submit();
}

if (form && parse) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form).catch((error) => {
      const isRefused = error.name === "NotAllowedError";
      const said = form.querySelector("p");
      if (said) said.textContent = isRefused ? "No passkey was chosen." : error.message;
    });
  });
}
