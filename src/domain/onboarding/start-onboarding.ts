import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import { encodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { callingMember } from "#domain/accounts/member.ts";
import { nameText } from "#domain/words/name-text.ts";
import { askProposal } from "./ask-proposal.ts";
import { COMPETITORS_MAX, OnboardingSession, ProjectFields, SESSION_HOURS } from "./onboarding.ts";
import { insertSession, requireSeat, saveProposal } from "./onboarding-queries.ts";
import { proposeSetup } from "./propose-setup.ts";

const HOUR_MS = 3_600_000;

export const startOnboarding = operation({
  name: "start_onboarding",
  scope: "account",
  effect: "adds",
  reaches_outside: true,
  // Written with the session.
  audit: () => null,
  group: "Onboarding",
  summary: "Start a new project",
  description:
    "Proposes what a new project should track (own brand, competitors, topics, prompts), by a language model where one is configured (up to 35 seconds), else from templates. Nothing is tracked until complete_onboarding takes the session; it expires after 24 hours idle.",
  returns: "The session with its proposals",
  tool: true,
  transaction: "own",
  failures: ["ROLE_REQUIRED", "PLAN_LIMIT_REACHED"],
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
      .array(nameText(100))
      .max(COMPETITORS_MAX)
      .default([])
      .describe("Names or domains of known competitors."),
  }),
  output: OnboardingSession,
  async handler(context, described) {
    const { db, now } = context;
    const caller = callingMember(context);
    const { user_id } = caller;
    const { organisation_id, plan, project_count } = await requireSeat(db, caller);
    requireRoom(plan, "projects", project_count + 1);
    const templates = proposeSetup(described);
    const at = now();
    // Kept before a model is asked: a session is what counts questions, and what is left when one fails.
    const session_id = await db.transaction().execute(async (trx) => {
      const kept = { user_id, organisation_id, proposal: templates, now: at };
      const made = await insertSession(trx, kept);
      const target = { session_id: encodeId("onb", made) };
      await recordAudit({ ...context, db: trx }, { operation: "start_onboarding", target });
      return made;
    });
    const proposed = await askProposal(context, { user_id, organisation_id }, templates);
    if (proposed.source === "model") await saveProposal(db, session_id, proposed.proposal);
    return {
      session_id,
      status: "open" as const,
      ...proposed,
      expires_at: new Date(at.getTime() + SESSION_HOURS * HOUR_MS).toISOString(),
    };
  },
});
