import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { findToneMethod } from "#domain/answers/facts/judgement-queries.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { isFilter, readFilters } from "#domain/sums/answer-scope.ts";
import { daysOf, refuseShare, ShareLink } from "./share.ts";
import { findShare } from "./share-queries.ts";

export const getShare = operation({
  name: "get_share",
  scope: "project",
  effect: "reads",
  shared: { pages: SHARE_PAGES },
  group: "Share links",
  summary: "Get what a share link shows",
  description:
    "Tells the holder of a share link what it shows: the page, the days as of now, and the filters it is bound to. Only a share link can ask.",
  returns: "What the link shows",
  failures: ["NOT_FOUND"],
  input: z.strictObject({}),
  output: z.object({
    name: ShareLink.shape.name,
    project_name: z.string().describe("Whose reports they are."),
    page: ShareLink.shape.page,
    date_from: z.string().describe("First day shown."),
    date_to: z.string().describe("Last day shown, included."),
    last_days: ShareLink.shape.last_days,
    filters: ShareLink.shape.filters,
    branded: ShareLink.shape.branded,
    include_change: ShareLink.shape.include_change,
    include_competitors: ShareLink.shape.include_competitors,
    include_actions: ShareLink.shape.include_actions,
    expires_at: ShareLink.shape.expires_at,
    tone_method: z
      .enum(["estimate", "judge", "both"])
      .nullable()
      .describe("How tones in these days came about; null: the page shows none."),
  }),
  async handler({ db, project, actor, now }) {
    if (actor.kind !== "share") throw refuseShare();
    const link = await findShare(db, project, { share_id: actor.share_id, now: now() });
    const found = await findProject(db, project);
    if (!link || !found) throw refuseShare();
    const { expires_at } = link;
    const { name, page, last_days, filters, branded } = link;
    const counted = filters.filter(({ field }) => isFilter(field));
    await readFilters(db, project, counted).catch(refuseDeleted);
    const { include_change, include_competitors, include_actions } = link;
    const days = daysOf(link, { timezone: project.timezone, now: now() });
    const includes = { include_change, include_competitors, include_actions };
    const bound = { last_days, filters, branded, ...includes };
    const tone_method = page === "sources" ? null : await findToneMethod(db, project, days);
    return { name, project_name: found.name, page, ...days, ...bound, expires_at, tone_method };
  },
});

function refuseDeleted(cause: unknown): never {
  if (!(cause instanceof Failure) || cause.code !== "NOT_FOUND") throw cause;
  const said = "Something that this link is limited to, such as a topic or a tag, was deleted.";
  throw new Failure("NOT_FOUND", said, { cause });
}
