import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { ModelIdOutput } from "#core/id.ts";
import type { Provider } from "#core/ports.ts";
import { WebAddress } from "#domain/projects/web-address.ts";
import { nameText } from "#domain/words/name-text.ts";
import { Listed } from "./listed.ts";
import { Probe } from "./probe.ts";
import { RefusedPart } from "./refusals.ts";
import { PriceField, TargetCost } from "./target-cost.ts";

/** What a header can carry (RFC 9110): most providers take their key in one. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
const UNSENDABLE =
  "holds a character that cannot be sent, such as “…” or a letter that only looks Latin: copy the whole key at its provider again";

/** What a user may set of how a model is asked. */
export const TargetFields = {
  name: nameText(100).describe("Name shown in reports."),
  requested_model: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe("The model's name as its provider lists it; the provider may serve another version."),
  base_url: WebAddress.max(500)
    .nullable()
    .describe(
      "Where the provider is reached, an admin's to set, no key's; null: its usual address.",
    )
    .meta({ example: null }),
  api_key: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine((key) => SENDABLE.test(key), { error: UNSENDABLE })
    .nullable()
    .describe("The provider's key; kept encrypted, never shown again. Null removes it.")
    .meta({ example: "sk-4fJ2x9Qm7LwT0vKc" }),
  parameters: z
    .record(z.string().max(100), z.unknown())
    .describe("Further fields of the provider's request body."),
  samples_per_day: z.int().min(1).max(10).describe("Answers to each prompt and day."),
  concurrency: z.int().min(1).max(64).describe("Questions asked at once."),
  requests_per_minute: z.int().min(1).max(10_000).nullable().describe("Null: no limit of ours."),
  has_canary: z
    .boolean()
    .describe(
      "Asked a harmless question each night after a day on which the plan asked it nothing.",
    ),
  price: PriceField,
};

/** How a model is asked, without its key. */
export const Target = z
  .object({
    model_id: ModelIdOutput,
    name: z.string(),
    provider: z.string(),
    surface: z.string(),
    requested_model: z.string().nullable(),
    is_active: z.boolean(),
    base_url: z.string().nullable(),
    api_key_hint: z.string().nullable(),
    parameters: z.record(z.string(), z.unknown()),
    left_out: z
      .array(RefusedPart)
      .describe("Fields its provider refused, so it is asked without them; saving forgets them."),
    listed: Listed.nullable().describe(
      "What its provider's list says of the model, and when it was read.",
    ),
    probe: Probe.nullable().describe("What the last test found out; null until there was one."),
    samples_per_day: z.int(),
    concurrency: z.int(),
    requests_per_minute: z.int().nullable(),
    has_canary: TargetFields.has_canary,
    paused_until: z.string().nullable(),
    paused_reason: z.string().nullable(),
    last_success_at: z.string().nullable(),
    last_error: z.string().nullable(),
    ...TargetCost,
  })
  .meta({ id: "Target" });

/** The name of a model as reports show it: one whose answers are invented always says so. */
export function nameOf(provider: string, name: string): string {
  const isMarked = provider !== "simulated" || /simulated/i.test(name);
  return isMarked ? name : `${name.slice(0, 100 - MARK.length)}${MARK}`;
}
const MARK = " (simulated)";

/** Refuses a model that a provider with few and fixed models does not have. */
export function requireKnownModel({ label, models }: Provider, model: string): void {
  if (!models || models.includes(model)) return;
  const message = `requested_model: ${label} has ${models.join(" and ")}`;
  throw new Failure("VALIDATION_ERROR", message, { problem: "ENUM" });
}

/** Refuses batches where a provider takes none. */
export function requireBatches({ label, engine }: Provider, given: Record<string, unknown>): void {
  if (given["batch"] !== true || engine.later(given)) return;
  throw new Failure("VALIDATION_ERROR", `parameters: ${label} takes no batches`);
}

/**
 * Refuses an address that somebody else than an admin or owner chose: what asks it stands in the operator's network, and
 * what it is asked goes there for as long as the model is, longer than a key may live.
 */
export function requireAddressRole({ actor, project: { role } }: ProjectContext): void {
  if (actor.kind === "key") {
    const where = "under Assistants in the dashboard, or with the apply command";
    throw new Failure("ROLE_REQUIRED", `base_url takes a person, not a key: set it ${where}.`);
  }
  if (role === "admin" || role === "owner") return;
  throw new Failure("ROLE_REQUIRED", `base_url needs the role admin; yours is ${role}.`);
}

/** Refuses a key that would have a provider send answers on: some take an address for that among their own fields. */
export function requireNoAddress({ actor }: ProjectContext, given: Record<string, unknown>): void {
  if (actor.kind !== "key" || !holdsAddress(given)) return;
  const what = "parameters: an address in them takes a person, not a key";
  throw new Failure("ROLE_REQUIRED", `${what}: set it with the apply command.`);
}

/** Whether an address stands anywhere in fields of a provider's request body. */
export const holdsAddress = (given: unknown): boolean => /:\/\//.test(JSON.stringify(given) ?? "");

/** Refuses to send a kept key to another server than the one it was given for. */
export function requireKeyAgain(before: string | null, after: string | null): void {
  if (before && after && new URL(before).origin === new URL(after).origin) return;
  throw new Failure("VALIDATION_ERROR", "api_key: give it again, since base_url is another server");
}
