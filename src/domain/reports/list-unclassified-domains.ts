import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { addDays, dayIn } from "#core/period.ts";
import { listUnclassifiedRows } from "./unclassified-rows.ts";

const DAYS = 90;

export const listUnclassifiedDomains = operation({
  name: "list_unclassified_domains",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Reports",
  summary: "List unclassified domains",
  description: `Lists the sites that answers use and that are of no known kind, those most cited in the last ${DAYS} days first; classify_domain says what one is.`,
  returns: "A page of domains",
  route: "GET /domains/unclassified",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      domain: z.string().describe("Registrable domain of the site."),
      citation_count: z.int().describe(`Citations of it in the last ${DAYS} days.`),
      cited_chat_count: z.int().describe("Answers that cite it."),
      retrieved_chat_count: z.int().describe("Answers that read it."),
      pages: z
        .array(
          z.object({
            url: z.string().describe("Address of the page."),
            title: z.string().nullable().describe("Title of the page; null: unknown."),
          }),
        )
        .describe("Up to three of its pages, to tell what it is."),
    }),
  ),
  async handler({ db, project, now }, page) {
    const date_to = dayIn(project.timezone, now());
    const days = { date_from: addDays(date_to, 1 - DAYS), date_to };
    return listUnclassifiedRows(db, project, { days, page });
  },
});
