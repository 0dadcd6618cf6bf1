import { Failure } from "#core/failure.ts";
import { nameKey } from "#domain/brands/brand.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { promptKey } from "#domain/prompts/prompt-queries.ts";
import { Ref, type Step } from "./plan.ts";
import type { Call } from "./project-state.ts";

/** What is shown once: secrets of webhooks, links of invitations. */
export type Shown = string[];

/** Takes steps one after the other, and returns what they show this once; `done` is told after each. */
export async function takeSteps(
  call: Call,
  steps: readonly Step[],
  done: (count: number) => void = () => {},
): Promise<Shown> {
  const ids = new Map<string, string>();
  const shown: Shown = [];
  for (const [index, { operation, input }] of steps.entries()) {
    const result: unknown = await call(operation, resolveRefs(input, ids));
    shown.push(...(await learn({ name: operation.name, input, result, call }, ids)));
    done(index + 1);
  }
  return shown;
}

/** An input with ids in place of what stood for them. */
function resolveRefs<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  const resolve = (one: unknown): unknown => {
    if (one instanceof Ref) {
      const id = ids.get(one.to);
      if (id === undefined) throw new Error(`Nothing made ${one.to}.`);
      return id;
    }
    if (Array.isArray(one)) return one.map(resolve);
    if (one === null || typeof one !== "object") return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, resolve(inner)]));
  };
  return resolve(value) as Value;
}

type Taken = { name: string; input: Step["input"]; result: unknown; call: Call };
type Made = { id: string; name: string };

/** Keeps the ids of what a step made, for those after it. */
async function learn({ name, input, result, call }: Taken, ids: Map<string, string>) {
  switch (name) {
    case "create_project": {
      const { data } = await call(listBrands, { limit: 1 });
      ids.set("brand own", data[0]?.id ?? "");
      return [];
    }
    case "create_topic":
    case "create_tag": {
      const made = result as Made;
      ids.set(`${name.slice("create_".length)} ${nameKey(made.name)}`, made.id);
      return [];
    }
    case "create_prompts": {
      const { data, skipped } = result as {
        data: { id: string; text: string; country_code: string }[];
        skipped: { index: number; message: string }[];
      };
      const [first] = skipped;
      if (first) {
        const { prompts } = input as { prompts: { text: string }[] };
        throw new Failure("CONFLICT", `"${prompts[first.index]?.text}": ${first.message}`);
      }
      for (const prompt of data) ids.set(`prompt ${promptKey(prompt)}`, prompt.id);
      return [];
    }
    case "update_prompts":
    case "unarchive_prompts": {
      const [first] = (result as { skipped: { id: string; message: string }[] }).skipped;
      if (first) throw new Failure("CONFLICT", `${first.id}: ${first.message}`);
      return [];
    }
    case "create_webhook": {
      const { webhook, secret } = result as {
        webhook: { id: string; url: string };
        secret: string;
      };
      ids.set(`webhook ${webhook.url}`, webhook.id);
      return [`Secret of the webhook ${webhook.url}, shown this once: ${secret}`];
    }
    case "invite_member": {
      const { email, url, is_mailed } = result as {
        email: string;
        url: string;
        is_mailed: boolean;
      };
      const way = is_mailed ? "is mailed, and shown this once" : "to pass on, shown this once";
      return [`Invitation of ${email}, ${way}: ${url}`];
    }
    default:
      return [];
  }
}
