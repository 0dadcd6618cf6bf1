import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { COMPETITORS_MAX, OnboardingSession, ProjectFields, SESSION_HOURS } from "./onboarding.ts";
import { insertSession } from "./onboarding-queries.ts";
import { proposeSetup } from "./propose-setup.ts";
import { requireSeat } from "./require-seat.ts";

const NOTE =
  "These proposals come from templates, not from research: check competitors, topics and prompts with the user before complete_onboarding.";
const HOUR_MS = 3_600_000;

export const startOnboarding = operation({
  name: "start_onboarding",
  scope: "account",
  access: "write",
  group: "Onboarding",
  summary: "Start a new project",
  description:
    "Proposes what a new project should track (own brand, competitors, topics, prompts), from templates. Nothing is tracked until complete_onboarding takes the session; it expires after 24 hours idle.",
  returns: "The session with its proposals",
  tool: true,
  failures: ["ROLE_REQUIRED"],
  input: z.strictObject({
    name: ProjectFields.name,
    domain: ProjectFields.domain,
    country_code: ProjectFields.country_code.default("US"),
    language_code: ProjectFields.language_code.default("en"),
    industry: z
      .string()
      .trim()
      .max(100)
      .default("")
      .describe('What it sells, as people would say it: "running shoes".'),
    competitors: z
      .array(z.string().trim().min(1).max(100))
      .max(COMPETITORS_MAX)
      .default([])
      .describe("Names or domains of known competitors."),
  }),
  output: OnboardingSession,
  async handler({ db, actor, now }, described) {
    if (actor.kind !== "user") throw new Failure("ROLE_REQUIRED", "Only a user makes projects.");
    await requireSeat(db, actor.user_id);
    const proposal = proposeSetup(described);
    const at = now();
    const session_id = await insertSession(db, { user_id: actor.user_id, proposal, now: at });
    return {
      session_id,
      status: "open" as const,
      source: "templates" as const,
      note: NOTE,
      proposal,
      expires_at: new Date(at.getTime() + SESSION_HOURS * HOUR_MS).toISOString(),
    };
  },
});
