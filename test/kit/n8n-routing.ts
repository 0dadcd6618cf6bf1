import { setPath } from "./set-path.ts";

// What n8n does with a declarative node, as far as ours needs it: fields that are shown add to the request, expressions are
// worked out, pages are read to the end, and what comes back is cut to items.

// biome-ignore lint/suspicious/noExplicitAny: a node's description, walked by n8n's rules.
type Node = any;
type Values = Record<string, unknown>;
type Http = { status: number; body: unknown };
export type N8nRequest = {
  method: string;
  baseURL: string;
  url: string;
  headers: Record<string, string>;
  qs: Values;
  body: unknown;
};

/** The value of a template: all of it when it is one expression, else its expressions as text. */
function evaluate(template: unknown, known: Values): unknown {
  if (typeof template !== "string" || !template.startsWith("=")) return template;
  const run = (code: string): unknown =>
    new Function(...Object.keys(known), `return (${code});`)(...Object.values(known));
  const whole = /^=\{\{((?:(?!\}\}).|\}\}(?=.))*)\}\}$/s.exec(template)?.[1];
  if (whole !== undefined && !whole.includes("{{")) return run(whole);
  return template.slice(1).replaceAll(/\{\{(.*?)\}\}/gs, (_, code: string) => String(run(code)));
}

/** Whether the form shows a field, given what is chosen in it. */
function isShown({ displayOptions }: Node, values: Values): boolean {
  const show: [string, unknown[]][] = Object.entries(displayOptions?.show ?? {});
  return show.every(([name, legal]) => legal.includes(values[name]));
}

/** What is in a form: defaults where nothing was chosen, and what a required field lacks is a refusal. */
export function fillForm(node: Node, chosen: Values, known: Values): Values {
  const values: Values = { ...chosen };
  for (const field of node.properties) {
    if (!isShown(field, values)) continue;
    values[field.name] ??= evaluate(field.default, known);
    if (field.required && values[field.name] === "") throw new Error(`${field.name} is required`);
  }
  for (const name of Object.keys(chosen)) {
    const isField = node.properties.some(
      (field: Node) => field.name === name && isShown(field, values),
    );
    if (!isField) throw new Error(`The form has no ${name}`);
  }
  return values;
}

/** Runs a node once, sending by `send`, and returns its items. */
export async function runNode(
  node: Node,
  {
    chosen,
    known,
    send,
  }: { chosen: Values; known: Values; send(request: N8nRequest): Promise<Http> },
): Promise<unknown[]> {
  const values = fillForm(node, chosen, known);
  const all = { ...known, $parameter: values };
  const request: N8nRequest = {
    ...{ method: "GET", url: "", qs: {}, body: {}, headers: { ...node.requestDefaults.headers } },
    baseURL: String(evaluate(node.requestDefaults.baseURL, all)),
  };
  const after: Node[] = [];
  const before: Node[] = [];
  let pages: Node = null;
  let isPaged = false;
  const add = (routing: Node, $value: unknown) => {
    if (!routing) return;
    const now = { ...all, $value };
    for (const [name, value] of Object.entries(routing.request ?? {})) {
      Object.assign(request, { [name]: evaluate(value, now) });
    }
    const { property, type, value, preSend = [], paginate } = routing.send ?? {};
    if (property !== undefined) {
      const target = type === "body" ? (request.body as Values) : request.qs;
      setPath(target, property, value === undefined ? $value : evaluate(value, now));
    }
    if (paginate !== undefined) isPaged = Boolean(evaluate(paginate, now));
    before.push(...preSend);
    after.push(...(routing.output?.postReceive ?? []));
    pages = routing.operations?.pagination ?? pages;
  };
  const visit = (field: Node, value: unknown) => {
    if (field.type === "collection") {
      for (const inner of field.options) {
        if (Object.hasOwn(value as Values, inner.name)) visit(inner, (value as Values)[inner.name]);
      }
      return;
    }
    add(field.routing, value);
    if (field.type === "options") {
      const option = field.options.find((one: Node) => one.value === value);
      if (!option) throw new Error(`${field.name} has no ${value}`);
      add(option.routing, value);
    }
  };
  for (const field of node.properties) if (isShown(field, values)) visit(field, values[field.name]);
  let ready = request;
  for (const step of before) {
    ready = await step.call({ getNodeParameter: (name: string) => values[name] }, ready);
  }
  if (!isPaged) return cut((await send(ready)).body, after, all);
  const { limitParameter, offsetParameter, pageSize, type } = pages.properties;
  const target = type === "body" ? (ready.body as Values) : ready.qs;
  const items: unknown[] = [];
  for (let offset = 0; ; offset += pageSize) {
    Object.assign(target, { [limitParameter]: pageSize, [offsetParameter]: offset });
    const page = cut((await send(ready)).body, after, all);
    items.push(...page);
    if (page.length !== pageSize) return items;
  }
}

function cut(body: unknown, actions: readonly Node[], known: Values): unknown[] {
  let items: unknown[] = [body];
  for (const { type, properties } of actions) {
    if (type === "rootProperty")
      items = items.flatMap((item) => (item as Node)[properties.property]);
    else items = [evaluate(properties.value, known)];
  }
  return items;
}

/** What the fields of a node and of its collections send, by resource. */
export function sentFields(node: Node): { resource: string; property: string }[] {
  return node.properties.flatMap((field: Node) => {
    const [resource] = field.displayOptions?.show.resource ?? [];
    const all = [field, ...(field.type === "collection" ? field.options : [])];
    return all.flatMap(({ routing }: Node) => {
      const property = routing?.send?.property;
      return property === undefined ? [] : { resource, property };
    });
  });
}
