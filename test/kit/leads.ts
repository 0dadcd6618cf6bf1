import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, putFact } from "./facts.ts";
import { makeWorld } from "./world.ts";

const now = () => new Date("2026-02-28T12:00:00Z");
export const FIRST = "2026-02-01";
const DAYS = 28;

const TEXT = {
  rival: "Globex wins on its quiet brushless motor and ten year warranty. Ask about parts.",
  other: "Lawns grow in spring. Globex sells elsewhere, too.",
  own: "Acme is fine.",
};

/** A month before and a month of answers: a gap, and an own page of each kind there is something to do about. */
export async function makeProject() {
  const world = await makeWorld({ now });
  const { db, project } = world;
  const { project_id } = project;
  const { rows } = await sql<{ brand_id: number }>`
    select brand_id from brands where project_id = ${project_id} and is_own`.execute(db);
  const own = rows[0]?.brand_id ?? 0;
  const rival = await insertBrand(db, project, { name: "Globex" });
  const model_id = await addModel(db, project_id, "a");
  const missed = await addPrompt(db, project_id, { text: "Which mower is quiet?" });
  const others = await Promise.all(
    [1, 2, 3].map((n) => addPrompt(db, project_id, { text: `Question ${n}?` })),
  );
  const page = async (domain: string, path: string) => addPage(db, project_id, domain, path);
  const review = await page("review.example", "/best");
  const own_pages = {
    unnamed: await page("acme.com", "/guide"),
    lost: await page("acme.com", "/old"),
    uncited: await page("acme.com", "/never"),
  };
  await sql`update domains set classification = 'own'
    where project_id = ${project_id} and domain = 'acme.com'`.execute(db);
  const mention = (brand_id: number) => ({
    ...{ brand_id, position: 1, mention_count: 1, sentiment: null },
  });
  const use = (one: typeof review, cited: number) => ({ ...one, retrieved: 1, cited });
  for (let n = -DAYS; n < DAYS; n++) {
    const day = addDays(FIRST, n);
    const citations = [
      use(review, 1),
      use(own_pages.unnamed, n >= 0 ? 1 : 0),
      use(own_pages.uncited, 0),
      ...(n < 0 ? [use(own_pages.lost, 1)] : []),
    ];
    const fact = { day, model_id, citations };
    // From the 11th on every second answer names the own brand, too.
    const brands = n >= 10 && n % 2 === 0 ? [rival, own] : [rival];
    await putFact(db, project_id, {
      ...{ ...fact, prompt_id: missed, mentions: brands.map(mention), answer: TEXT.rival },
    });
    for (const prompt_id of others) {
      await putFact(db, project_id, {
        ...{ day, model_id, prompt_id, mentions: [mention(n % 2 === 0 ? own : rival)] },
        answer: n % 2 === 0 ? TEXT.own : TEXT.other,
      });
    }
  }
  await rebuildDirtyRollups(db, project);
  return {
    ...{ world, missed, others, model_id },
    ...{ review: use(review, 1), guide: use(own_pages.unnamed, 1) },
  };
}
