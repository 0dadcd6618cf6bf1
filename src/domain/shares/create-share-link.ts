import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { daysBetween } from "#core/period.ts";
import { hashSecret, makeSecret } from "#domain/accounts/secret.ts";
import { WEEK_DAYS } from "#domain/digest/week.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { isFilter, readFilters } from "#domain/sums/answer-scope.ts";
import { nameText } from "#domain/words/name-text.ts";
import { SHARE_DAYS_MAX, ShareFields, ShareLink, type ShareQuery } from "./share.ts";
import { countLivingShares, findShare, insertShare } from "./share-queries.ts";

const DAY_MS = 86_400_000;
const LIVING_MAX = 100;

export const createShareLink = operation({
  name: "create_share_link",
  scope: "project",
  effect: "adds",
  audit: (_, { id }) => ({ share_id: id }),
  sensitive: true,
  group: "Share links",
  summary: "Make a share link",
  description:
    "Makes a link that shows one page of reports, for some days and filters, to anyone who has it, without signing in. Its address is shown this once; it ends by itself or when it is revoked.",
  returns: "The link with its address",
  status: 201,
  input: z.strictObject({
    name: nameText(100).describe("What it is for."),
    ...ShareFields,
    expires_in_days: z.int().min(1).max(365).default(30).describe("Days until it ends."),
  }),
  output: ShareLink.extend({
    url: z.string().describe("Its address; shown this once and never again."),
  }),
  async handler(context, { name, page, expires_in_days, ...given }) {
    const { db, project, now, server, actor } = context;
    const { include_actions = given.include_competitors } = given;
    const query = { ...given, include_actions };
    requireDays(query);
    if (page === "week") requireWeek(query);
    else requireNoWeek(query);
    // What is no filter of answers calls sources by their names.
    const ofAnswers = query.filters.filter(({ field }) => isFilter(field));
    await readFilters(db, project, ofAnswers);
    await lockProject(db, project);
    const created_at = now();
    if ((await countLivingShares(db, project, created_at)) >= LIVING_MAX) {
      throw new Failure("CONFLICT", `A project has at most ${LIVING_MAX} links; revoke some.`);
    }
    const token = makeSecret("");
    const share_id = await insertShare(db, project, {
      ...{ hash: hashSecret(token), name, page, query, created_at },
      created_by: actor.kind === "user" ? actor.email : null,
      expires_at: new Date(created_at.getTime() + expires_in_days * DAY_MS),
    });
    const made = await findShare(db, project, { share_id, now: created_at });
    if (!made) throw new Failure("NOT_FOUND", "There is no such link.");
    return { ...made, url: `${server.base_url}/share/${token}` };
  },
});

/** Refuses a query that does not say its days in exactly one way. */
function requireDays({ date_from, date_to, last_days }: ShareQuery): void {
  if (last_days !== null) {
    if (date_from === null && date_to === null) return;
    throw refuse("last_days: cannot be given together with date_from or date_to");
  }
  if (date_from === null) throw refuse("date_from: is required (or last_days)", "MISSING");
  if (date_to === null) throw refuse("date_to: is required with date_from", "MISSING");
  const days = daysBetween(date_from, date_to);
  if (days >= 1 && days <= SHARE_DAYS_MAX) return;
  throw refuse(`date_to: must be 1 to ${SHARE_DAYS_MAX} days from date_from on`, "DATE_RANGE");
}

/** Refuses a link to a week that is none, that does not compare it, or that leaves sites out, as a week does not. */
function requireWeek(query: ShareQuery): void {
  const { date_from, date_to, last_days, include_change, filters } = query;
  const ofSites = filters.find(({ field }) => !isFilter(field));
  if (ofSites) throw refuse(`filters: the page week knows none by ${ofSites.field}`);
  const days = last_days ?? daysBetween(date_from ?? "", date_to ?? "");
  if (days !== WEEK_DAYS) throw refuse(`last_days: the page week shows ${WEEK_DAYS} days`);
  if (!include_change) throw refuse("include_change: the page week shows changes");
  // What to do next may name any of them.
  const field = fieldOfWeek(query);
  if (field && filters.some((filter) => filter.field === "brand_id"))
    throw refuse(`${field}: cannot be given together with filters by brand_id`);
}

/** Refuses for other pages what only a week can show. */
function requireNoWeek(query: ShareQuery): void {
  const field = fieldOfWeek(query);
  if (field) throw refuse(`${field}: is of the page week`);
}

/** What is to be shown that only a week can show. */
const fieldOfWeek = (query: ShareQuery) =>
  (["include_competitors", "include_actions"] as const).find((field) => query[field]);

const refuse = (message: string, problem: "MISSING" | "CONFLICT" | "DATE_RANGE" = "CONFLICT") =>
  new Failure("VALIDATION_ERROR", message, { problem });
