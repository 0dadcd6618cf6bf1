import { LANGUAGES, requestOf } from "./samples.js";

// Samples of an operation, and a form that calls it, made when they are opened: the page is read without them.

/** @import { Document, Request } from "./samples.js" */

const BASE = `${location.origin}/api/v1`;
/** Typed once for all operations, and kept by this page alone. */
let key = "";
let language = Object.keys(LANGUAGES)[0] ?? "";
/** @type {Promise<Document> | undefined} */
let reading;

/** @returns {Promise<Document>} */
async function readDocument() {
  const answer = await fetch(`${BASE}/openapi.json`);
  if (!answer.ok) throw new Error(`openapi.json: ${answer.status}`);
  return answer.json();
}

for (const article of document.querySelectorAll("article")) {
  const id = article.getAttribute("aria-labelledby") ?? "";
  const opened = make("details", { className: "samples" }, [
    make("summary", { textContent: "Samples, and try it" }),
  ]);
  opened.addEventListener("toggle", () => show(opened, id), { once: true });
  article.querySelector(".route")?.after(opened);
}

/** @param {HTMLElement} place @param {string} id */
async function show(place, id) {
  const state = make("p", { role: "status", textContent: "Loading" });
  place.append(state);
  try {
    reading ??= readDocument();
    const request = requestOf(await reading, id, BASE);
    if (!request) throw new Error(`there is no ${id}`);
    const used = await withOwnIds(request);
    state.replaceWith(writeSamples(used), ...writeIds(used), writeForm(used));
  } catch (error) {
    reading = undefined;
    state.textContent = `This did not load: ${error instanceof Error ? error.message : error}. Reload the page.`;
  }
}

/** Where the ids of each kind are listed, and which operation lists them. @type {Record<string, [string, string]>} */
const LISTS = {
  ...{
    brd: ["/brands", "list_brands"],
    cht: ["/chats", "list_chats"],
    prm: ["/prompts", "list_prompts"],
  },
  ...{
    prj: ["/projects", "list_projects"],
    run: ["/runs", "list_runs"],
    tag: ["/tags", "list_tags"],
  },
  ...{ shr: ["/share-links", "list_share_links"], top: ["/topics", "list_topics"] },
  ...{
    sug: ["/suggestions/brands", "list_brand_suggestions"],
    whk: ["/webhooks", "list_webhooks"],
  },
};
const SAMPLE_ID = /\b([a-z]{3})_PqYbRw9s\b/g;

/**
 * What only reads, with ids of the project that was open last in the dashboard, for who is signed in there; what changes
 * something keeps the ids of samples, which there are not, so that nothing is changed unread.
 * @param {Request} request @returns {Promise<Request>}
 */
async function withOwnIds(request) {
  const project_id = localStorage.getItem("project");
  if (!project_id || !(request.method === "GET" || request.url.startsWith(`${BASE}/reports/`)))
    return request;
  let text = JSON.stringify(request);
  for (const id of new Set(text.match(SAMPLE_ID))) {
    const kind = id.slice(0, 3);
    const own = kind === "prj" ? project_id : await firstOf(LISTS[kind]?.[1], project_id);
    if (own) text = text.replaceAll(id, own);
  }
  return JSON.parse(text);
}

/** @param {string | undefined} list @param {string} project_id @returns {Promise<string | undefined>} */
async function firstOf(list, project_id) {
  if (!list) return undefined;
  const answer = await fetch(`/app/call/${list}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ project_id, limit: 1 }),
  });
  return answer.ok ? (await answer.json()).data[0]?.id : undefined;
}

/** Says which ids of a sample there are not, and where one's own are listed. @param {Request} request */
function writeIds(request) {
  const ids = [...new Set(JSON.stringify(request).match(SAMPLE_ID))];
  return ids.map((id) => {
    const [path] = LISTS[id.slice(0, 3)] ?? [];
    const where = path ? `GET ${path} lists them` : "the operation that made it answered it";
    return make("p", { textContent: `${id} is an example. Put in an id of your own: ${where}.` });
  });
}

/** @param {Request} request */
function writeSamples(request) {
  const code = make("code", {});
  const pre = make("pre", { tabIndex: 0 }, [code]);
  const copy = make("button", { type: "button", textContent: "Copy" });
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent ?? "");
    copy.textContent = "Copied";
  });
  /** @type {HTMLButtonElement[]} */
  const choices = Object.entries(LANGUAGES).map(([name, write]) => {
    const button = make("button", { type: "button", textContent: name });
    const choose = () => {
      language = name;
      code.textContent = write(request);
      copy.textContent = "Copy";
      for (const other of choices) other.ariaPressed = String(other === button);
    };
    button.addEventListener("click", choose);
    if (name === language) queueMicrotask(choose);
    return button;
  });
  const row = make("div", { className: "row", role: "group", ariaLabel: "Language" }, choices);
  row.append(copy);
  return make("div", {}, [row, pre]);
}

/** @param {Request} request */
function writeForm({ method, url, body }) {
  const secret = make("input", { type: "password", autocomplete: "off", value: key });
  const address = make("input", { type: "text", value: url.slice(BASE.length), spellcheck: false });
  const text = make("textarea", { value: body?.text ?? "", rows: 8, spellcheck: false });
  const send = make("button", { type: "submit", textContent: `Send ${method}` });
  const said = make("pre", { tabIndex: 0, hidden: true, role: "status" });
  const form = make("form", { className: "try" }, [
    labelled("API key of a project (stays in this page)", secret),
    labelled("Path and query, behind /api/v1", address),
    ...(body ? [labelled(`Body, ${body.type}`, text)] : []),
    make("p", {
      textContent:
        method === "GET"
          ? "It is sent to this server alone."
          : "It is sent to this server alone, and done for real.",
    }),
    send,
    said,
  ]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    key = secret.value.trim();
    send.disabled = true;
    said.hidden = false;
    said.textContent = "Waiting";
    said.textContent = await call({
      method,
      path: address.value,
      type: body?.type,
      text: text.value,
    });
    send.disabled = false;
  });
  return form;
}

/**
 * @param {{ method: string, path: string, type: string | undefined, text: string }} request
 * @returns {Promise<string>}
 */
async function call({ method, path, type, text }) {
  try {
    // Behind the base by its own: no path of a form leads to another place than the API of this server.
    const target = new URL(`${BASE}/${path.replace(/^\/+/, "")}`);
    if (!target.href.startsWith(`${BASE}/`)) return "That is no path of this API.";
    const answer = await fetch(target, {
      method,
      headers: { "x-api-key": key, ...(type && { "content-type": type }) },
      credentials: "omit",
      redirect: "error",
      ...(type && { body: text }),
    });
    const found = await answer.text();
    return `${answer.status} ${answer.statusText}\n${pretty(found)}`;
  } catch (error) {
    return `It did not come through: ${error instanceof Error ? error.message : error}`;
  }
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {string} text @param {HTMLElement} field */
const labelled = (text, field) => make("label", {}, [document.createTextNode(text), field]);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Partial<HTMLElementTagNameMap[Tag]>} properties @param {Node[]} [children]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, properties, children = []) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
