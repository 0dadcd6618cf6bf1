import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { WebAddress } from "#domain/projects/web-address.ts";
import { EventName } from "./events.ts";

/** Seconds between tries, after Standard Webhooks: ten tries over three days, then it is given up. */
export const RETRY_SECONDS = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;
export const WEBHOOKS_MAX = 20;

/** The job that carries one delivery; each try is one job. */
export const DELIVER_WEBHOOK = { name: "deliver_webhook", attempts: 3, work: "webhooks" } as const;

/** Why an event is not sent to a webhook that is off. */
export const WAS_OFF = "The webhook was switched off.";

/** The events that a webhook asks for. */
export const WantedEvents = z
  .array(EventName)
  .min(1)
  .max(EventName.options.length)
  .describe("What to report.");

/** What stands for the path of an address that is not shown. */
export const HIDDEN = "/…";

export const WebhookUrl = WebAddress.max(2000);

export const Webhook = z
  .object({
    id: idOutput("whk"),
    url: z.string().describe("Where it is sent; who may only read is shown the server alone."),
    events: z.array(EventName).describe("What it is sent."),
    is_active: z.boolean().describe("False: sent nothing."),
    failing_since: z.string().nullable().describe("When tries began to fail; null: they do not."),
    disabled_reason: z
      .string()
      .nullable()
      .describe("Why Earshot switched it off; null: it did not."),
    missed_count: z
      .int()
      .describe("Events of the last 30 days that it was not sent because it was off."),
    created_at: z.string().meta({ format: "date-time" }),
    last_delivery: z
      .object({
        event: z.string(),
        status: z.enum(["pending", "delivered", "failed"]).describe("pending: it is tried again."),
        attempts: z.int(),
        last_status: z.int().nullable(),
        last_error: z.string().nullable(),
        created_at: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "Webhook" });
