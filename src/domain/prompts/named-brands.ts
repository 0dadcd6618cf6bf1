import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { createDetector, detectAnswers } from "#domain/detection/detect-answers.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** What a prompt's text names: the own brand, and all tracked brands by number. */
type Named = { is_branded: boolean; brand_ids: number[] };
/** That of a text which names none. */
export const UNNAMED: Named = { is_branded: false, brand_ids: [] };

/**
 * Which tracked brands some texts name, in their order, by the rules that read answers; expressions of brands do not
 * count. In a transaction the own brand stays as it is to its end: once a brand has changed, all prompts are there to be
 * looked at again.
 */
export async function findNamedBrands(
  db: Database,
  { project_id }: Tenant,
  texts: readonly string[],
): Promise<Named[]> {
  await sql`select from brands where project_id = ${project_id} and is_own for share`.execute(db);
  const rows = await rowsOf<TrackedRules>(db)`
    select brand_id, name, aliases, domains, null as regex, exclude_phrases, is_own from brands
    where project_id = ${project_id} order by brand_id`;
  return findNamedBy(rows, texts);
}

/** A brand by which texts are looked at. */
export type TrackedRules = BrandRules & { is_own: boolean };

/** Which of some brands, stored or not, some texts name, in their order. */
export async function findNamedBy(
  rows: readonly TrackedRules[],
  texts: readonly string[],
): Promise<Named[]> {
  // The own brand by itself: a rival's longer name does not hide that the text has it.
  const own = rows.filter(({ is_own }) => is_own);
  const ownNamed = await namedIn(own, texts);
  const named = rows.length > own.length ? await namedIn(rows, texts) : ownNamed;
  return ownNamed.map((ids, index) => ({
    is_branded: ids.length > 0,
    brand_ids: [...new Set([...ids, ...(named[index] ?? [])])].sort((a, b) => a - b),
  }));
}

async function namedIn(rules: readonly BrandRules[], texts: readonly string[]) {
  const questions = texts.map((answer) => ({ answer, is_question: true }));
  const found = await detectAnswers(createDetector(rules), questions);
  return found.map(({ mentions }) => mentions.map(({ brand_id }) => brand_id));
}

/** Waits until every prompt whose text was looked at under earlier rules of brands is there to be looked at again. */
export async function awaitNewPrompts(db: Database, { project_id }: Tenant): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from brands where project_id = ${project_id} and is_own for update`.execute(
      trx,
    );
  });
}
