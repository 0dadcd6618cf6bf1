import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, putFact } from "./facts.ts";
import type { World } from "./world.ts";

const PROMPTS = 12;

/** What a week's answers say: how many of 12 prompts name the own brand, and which sites they cite. */
export type SaidWeek = { named: number; cites?: readonly string[] };

/**
 * Two weeks of answers from `first` on, a dozen prompts a day by two models, and prompts that name the own brand, whose
 * answers always name it; all name every rival.
 */
export async function fillWeeks(
  world: World,
  first: string,
  weeks: readonly [SaidWeek, SaidWeek],
  rivals: readonly [string, ...string[]] = ["Globex"],
): Promise<{ rival: number }> {
  const { db, pool, project } = world;
  const { project_id } = project;
  const { rows } = await pool.query(
    "select brand_id from brands where project_id = $1 and is_own",
    [project_id],
  );
  const own: number = rows[0]?.brand_id;
  const rivalIds: number[] = [];
  for (const name of rivals) rivalIds.push(await insertBrand(db, project, { name }));
  const models = [
    await addModel(db, project_id, "one"),
    await addModel(db, project_id, "two"),
  ] as const;
  const texts = Array.from({ length: PROMPTS }, (_, at) => `Question ${at}?`);
  const asked = [
    ...texts.map((text) => ({ text, is_branded: false })),
    { text: "Is Acme any good?", is_branded: true },
  ];
  const mention = (brand_id: number, position: number) => ({
    ...{ brand_id, position, mention_count: 1, sentiment: null },
  });
  const pages = new Map<string, Awaited<ReturnType<typeof addPage>>>();
  for (const site of new Set(weeks.flatMap(({ cites = [] }) => cites)))
    pages.set(site, await addPage(db, project_id, site));
  for (const [at, prompt] of asked.entries()) {
    const prompt_id = await addPrompt(db, project_id, prompt);
    for (let day = 0; day < 14; day++) {
      const { named, cites = [] } = weeks[day < 7 ? 0 : 1];
      const isNamed = prompt.is_branded || at < named;
      for (const model_id of models) {
        await putFact(db, project_id, {
          ...{ day: addDays(first, day), model_id, prompt_id },
          mentions: [...(isNamed ? [own] : []), ...rivalIds].map((id, at) => mention(id, at + 1)),
          citations: cites.flatMap((site) => {
            const page = pages.get(site);
            return page ? [{ ...page, retrieved: 1, cited: 1 }] : [];
          }),
        });
      }
    }
  }
  await rebuildDirtyRollups(db, project);
  return { rival: rivalIds[0] ?? 0 };
}
