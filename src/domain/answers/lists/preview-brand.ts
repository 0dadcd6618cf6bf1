import { sql } from "kysely";
import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { BrandFields } from "#domain/brands/brand.ts";
import { checkRules } from "#domain/brands/check-rules.ts";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import { createDetector, detectAnswers } from "#domain/detection/detect-answers.ts";
import { requireProject } from "#domain/projects/project-queries.ts";

const ANSWERS_MAX = 1_000;
const BYTES_MAX = 20_000_000;
const EXAMPLES_MAX = 20;

export const previewBrand = operation({
  name: "preview_brand",
  scope: "project",
  effect: "reads",
  group: "Brands",
  summary: "Preview a brand",
  description: `Shows which of the newest ${ANSWERS_MAX} stored answers a draft of a brand would match, and where, before it is saved.`,
  returns: "What the draft would match",
  route: "POST /brands/preview",
  input: z.strictObject({
    name: BrandFields.name,
    aliases: BrandFields.aliases.default([]),
    domains: BrandFields.domains.default([]),
    regex: BrandFields.regex.default(null),
    exclude_phrases: BrandFields.exclude_phrases.default([]),
  }),
  output: z.object({
    checked_count: z.int().describe("Answers that were read, the newest ones."),
    matched_count: z.int().describe("Those that mention the draft."),
    examples: z.array(
      z.object({ chat_id: idOutput("cht"), text: z.string(), matches: z.array(z.string()) }),
    ),
  }),
  async handler({ db, project }, draft) {
    await checkRules(draft);
    const { rows } = await sql<{ answer_id: number; answer: string }>`
      select answer_id, answer from (
        select answer_id, answer, captured_at,
          sum(octet_length(answer)) over (order by captured_at desc, answer_id desc) as bytes
        from (select answer_id, answer, captured_at from answers
          where project_id = ${project.project_id} and status = 'answered'
          order by captured_at desc, answer_id desc limit ${ANSWERS_MAX}) newest
      ) newest
      where bytes <= ${BYTES_MAX}
      order by captured_at desc, answer_id desc`.execute(db);
    const { language_code } = await requireProject(db, project);
    const aliases = settleAliases(draft.aliases, { name: draft.name, language_code });
    const detector = createDetector([{ ...draft, aliases, brand_id: 1 }]);
    const found = await detectAnswers(detector, rows);
    const matched = rows.flatMap(({ answer_id, answer }, index) => {
      const [mention] = found[index]?.mentions ?? [];
      const [first] = mention?.evidence ?? [];
      if (!mention || !first) return [];
      const text = answer.slice(Math.max(0, first.start - 80), first.end + 80).toWellFormed();
      const matches = [...new Set(mention.evidence.map((piece) => piece.text))];
      return [{ chat_id: answer_id, text, matches }];
    });
    return {
      checked_count: rows.length,
      matched_count: matched.length,
      examples: matched.slice(0, EXAMPLES_MAX),
    };
  },
});
