import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { asciiDomain } from "#domain/detection/canonical-url.ts";
import { CLASSIFICATIONS } from "#domain/detection/known-domains.ts";
import { loadReader } from "../ingest/read-answers.ts";
import { setClassification } from "./domain-queries.ts";
import { automaticClassification } from "./source-queries.ts";

export const classifyDomain = operation({
  name: "classify_domain",
  scope: "project",
  effect: "changes",
  audit: ({ domain }) => ({ domain }),
  group: "Reports",
  summary: "Classify a domain",
  description:
    "Says what kind of site a domain is in this project, or lets Earshot decide again. Reports use it at once, for past days too.",
  returns: "What the domain is now",
  route: "PATCH /domains",
  failures: ["NOT_FOUND"],
  input: z.strictObject({
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .min(1)
      .max(253)
      .overwrite(asciiDomain)
      .describe("A domain that answers of this project use, as reports name it."),
    classification: z
      .enum(CLASSIFICATIONS)
      .nullable()
      .describe("What it is; null: as Earshot classifies it by itself."),
  }),
  output: z.object({
    domain: z.string().describe("The domain."),
    classification: z.enum(CLASSIFICATIONS).describe("What it counts as now."),
    is_classified_by_user: z.boolean().describe("Whether a user said so."),
    automatic_classification: z.enum(CLASSIFICATIONS).describe("What Earshot takes it for."),
  }),
  async handler({ db, project }, { domain, classification: given }) {
    const { sites } = await loadReader(db, project);
    const automatic_classification = await automaticClassification(db, project, { domain, sites });
    const classification = given ?? automatic_classification;
    const is_classified_by_user = given !== null;
    const change = { domain, classification, by_user: is_classified_by_user };
    if (!(await setClassification(db, project, change))) {
      throw new Failure("NOT_FOUND", "No answer of this project uses this domain.");
    }
    return { domain, classification, is_classified_by_user, automatic_classification };
  },
});
