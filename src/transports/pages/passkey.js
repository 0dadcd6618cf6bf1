// Asks the browser for a passkey, and sends what it signed with the form.
const form = document.querySelector("form[data-passkey]");
const { PublicKeyCredential } = window;

async function ask() {
  const second = form.elements.second ? "?second=on" : "";
  const path = `${form.getAttribute("action")}/options${second}`;
  const answer = await fetch(path, { method: "POST" });
  if (!answer.ok) throw new Error("The server does not ask for a passkey now; try again later.");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await answer.json());
  const credential = await navigator.credentials.get({ publicKey });
  form.elements.response.value = JSON.stringify(credential);
  form.submit();
}

if (form && PublicKeyCredential?.parseRequestOptionsFromJSON) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask().catch((error) => {
      const isRefused = error.name === "NotAllowedError";
      form.querySelector("p").textContent = isRefused ? "No passkey was chosen." : error.message;
    });
  });
}
