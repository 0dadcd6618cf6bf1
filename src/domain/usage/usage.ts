import * as z from "zod";
import { LIMIT_NAMES } from "#core/plans.ts";

const counted = <Value extends z.ZodType>(value: Value) =>
  z.object(
    Object.fromEntries(LIMIT_NAMES.map((name) => [name, value])) as Record<
      (typeof LIMIT_NAMES)[number],
      Value
    >,
  );

export const Usage = z
  .object({
    plan: z
      .string()
      .meta({ example: "brand/enterprise" })
      .describe("The organisation's plan: tier and level."),
    limits: counted(z.int().nullable()).describe("What the plan allows at most; null is no limit."),
    used: counted(z.int()).describe(
      "What there is now: active prompts, brands and captures of this project, captures in this calendar month (UTC); projects and members of the organisation.",
    ),
    rate_limit: z
      .object({
        limit_per_minute: z
          .int()
          .describe("Requests a project may make per minute; 0 is no limit."),
        window_seconds: z
          .int()
          .describe("Length of the window, which begins with its first request."),
      })
      .describe(
        "The rate limit of the REST API; what is left of it is in the X-RateLimit headers.",
      ),
    recalculation: z
      .object({
        is_running: z
          .boolean()
          .describe("True while stored answers are read again after brands changed."),
        brand_count: z.int().describe("Brands whose figures are not complete yet."),
      })
      .describe("Reading stored answers again."),
  })
  .meta({ id: "Usage" });
