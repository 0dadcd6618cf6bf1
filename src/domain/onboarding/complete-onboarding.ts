import * as z from "zod";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { callingMember } from "#domain/accounts/member.ts";
import { lockOrganisation } from "#domain/accounts/member-queries.ts";
import type { Holder } from "#domain/accounts/sign-on/opens.ts";
import { nameKey } from "#domain/brands/brand.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { findMissing, Missing } from "#domain/capture/planning/missing.ts";
import { insertLabel } from "#domain/labels/label-queries.ts";
import { Project } from "#domain/projects/project.ts";
import { insertProject, requireProject, type Tenant } from "#domain/projects/project-queries.ts";
import { findNamedBrands, UNNAMED } from "#domain/prompts/named-brands.ts";
import { changeTags, insertPrompts, promptKey } from "#domain/prompts/prompt-queries.ts";
import { Edits, type Proposal, SESSION_HOURS } from "./onboarding.ts";
import {
  finishSession,
  type LockedSession,
  lockSession,
  requireSeat,
} from "./onboarding-queries.ts";
import { SessionOver } from "./session-over.ts";

const HOUR_MS = 3_600_000;
/** Marks first prompts that name the own brand. */
const BRANDED_TAG = "names the brand";

export const completeOnboarding = operation({
  name: "complete_onboarding",
  scope: "account",
  effect: "adds",
  audit: ({ session_id }, { id }) => ({ session_id, project_id: id }),
  group: "Onboarding",
  summary: "Make the project of a session",
  description:
    "Makes the project that start_onboarding proposed. Each argument given replaces that part of the proposal; an empty list leaves it out. missing says what it needs before it captures, and where.",
  returns: "The new project",
  status: 201,
  tool: true,
  failures: [
    "NOT_FOUND",
    "ROLE_REQUIRED",
    "PLAN_LIMIT_REACHED",
    "ONBOARDING_SESSION_EXPIRED",
    "ONBOARDING_SESSION_STATE",
  ],
  input: z.strictObject({
    session_id: idInput("onb").describe("The session."),
    ...Edits,
  }),
  output: Project.extend({ missing: Missing }),
  async handler(context, { session_id: id, ...edits }) {
    const { db, now, server } = context;
    const caller = callingMember(context);
    const session_id = decodeId("onb", id);
    const at = now();
    const { organisation_id } = await requireSeat(db, caller);
    await lockOrganisation(db, organisation_id);
    const owner = { user_id: caller.user_id, organisation_id };
    const session = requireOpen(await lockSession(db, owner, session_id), at);
    const given = Object.entries(edits).filter(([, value]) => value !== undefined);
    const plan: Proposal = { ...session.proposal, ...Object.fromEntries(given) };
    const project_id = await makeProject(db, caller, plan);
    await fillProject(db, { project_id }, plan);
    await finishSession(db, { session_id, project_id, now: at });
    const made = { project_id };
    const missing = await findMissing(db, made, server);
    return { ...(await requireProject(db, made)), missing };
  },
});

function requireOpen(session: LockedSession | undefined, now: Date): LockedSession {
  if (!session) {
    throw new Failure(
      "NOT_FOUND",
      "session_id: there is no such session; start_onboarding makes one.",
      { problem: "NOT_FOUND" },
    );
  }
  if (session.completed_at !== null) {
    throw new SessionOver("ONBOARDING_SESSION_STATE", session.project_id);
  }
  if (now.getTime() - Date.parse(session.last_used_at) > SESSION_HOURS * HOUR_MS) {
    throw new SessionOver("ONBOARDING_SESSION_EXPIRED");
  }
  return session;
}

/** In an organisation that is locked, so that what it has is counted. */
async function makeProject(db: Database, caller: Holder, plan: Proposal): Promise<number> {
  const seat = await requireSeat(db, caller);
  const { organisation_id } = seat;
  requireRoom(seat.plan, "projects", seat.project_count + 1);
  requireRoom(seat.plan, "brands", plan.competitors.length + 1);
  requireRoom(seat.plan, "prompts", plan.prompts.length);
  const { name, domain, country_code, language_code, industry } = plan;
  const described = { name, domain, country_code, language_code };
  const profile = industry && JSON.stringify({ industry, products: [], audience: "" });
  return insertProject(db, { organisation_id, ...described, ...(profile && { profile }) });
}

async function fillProject(db: Database, tenant: Tenant, plan: Proposal): Promise<void> {
  const { name, domain, country_code, language_code } = plan;
  await insertBrand(db, tenant, { name, domains: [domain], is_own: true, source: "onboarding" });
  for (const { name, domains } of plan.competitors) {
    await insertBrand(db, tenant, { name, domains, source: "onboarding" });
  }
  const topicIds = new Map<string, number>();
  const wanted = [...plan.topics, ...plan.prompts.flatMap(({ topic }) => topic ?? [])];
  for (const topic of wanted) {
    const key = nameKey(topic);
    if (!topicIds.has(key)) {
      topicIds.set(key, await insertLabel(db, tenant, { kind: "topic", name: topic }));
    }
  }
  const texts = plan.prompts.map(({ text }) => text);
  const named = await findNamedBrands(db, tenant, texts);
  const prompts = plan.prompts.map(({ text, topic }, index) => ({
    ...{ text, country_code, language_code },
    topic_id: topic === null ? null : (topicIds.get(nameKey(topic)) ?? null),
    ...(named[index] ?? UNNAMED),
  }));
  const made = await insertPrompts(db, tenant, prompts);
  const branded = prompts.filter(({ is_branded }) => is_branded);
  if (branded.length === 0) return;
  const tag = await insertLabel(db, tenant, { kind: "tag", name: BRANDED_TAG });
  const prompt_ids = branded.flatMap((prompt) => made.get(promptKey(prompt)) ?? []);
  await changeTags(db, tenant, { prompt_ids, add: [tag], remove: [] });
}
