import * as z from "zod";
import { Budget } from "#domain/capture/budget/budget.ts";
import { Run } from "#domain/capture/capture-task.ts";

/** One number for each thing that plans limit. */
function counted<Value extends z.ZodType>(value: Value) {
  return z.object({
    prompts: value.describe("Active prompts of this project."),
    brands: value.describe("Brands of this project, its own one included."),
    projects: value.describe("Projects of the organisation."),
    members: value.describe("Members of the organisation; open invitations take room, too."),
    captures_per_month: value.describe("Captures of this project in a calendar month (UTC)."),
  });
}

export const Usage = z
  .object({
    plan: z
      .string()
      .meta({ example: "brand/enterprise" })
      .describe("The organisation's plan: tier and level."),
    limits: counted(z.int().nullable()).describe("What the plan allows at most; null is no limit."),
    used: counted(z.int()).describe("What there is now."),
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
    runs: z.array(Run).describe("What is asked on the two newest days, newest first."),
    budget: Budget.describe("What asking may cost, and has cost."),
  })
  .meta({ id: "Usage" });
