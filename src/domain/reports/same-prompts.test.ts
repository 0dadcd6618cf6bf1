import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId, encodeModelId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, type Fact, putFact } from "../../../test/kit/facts.ts";
import { type Counted, naiveChange } from "../../../test/kit/naive-changes.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const DAYS = 8;
const LAST = "2026-01-30";

/** Nine prompts asked of two models every day of two periods; answers often are the day before's. */
async function makeProject() {
  const world = await makeWorld({ now: () => new Date(`${LAST}T12:00:00Z`) });
  const { db, project } = world;
  const random = makeRandom(41);
  const models = [await addModel(db, project.project_id, "a")];
  models.push(await addModel(db, project.project_id, "b"));
  const brands = [await insertBrand(db, project, { name: "Globex" })];
  brands.push(await insertBrand(db, project, { name: "Initech" }));
  const facts: Fact[] = [];
  for (let n = 0; n < 9; n++) {
    const prompt_id = await addPrompt(db, project.project_id, { text: `Which ${n}?` });
    for (const model_id of models) {
      let mentions: NonNullable<Fact["mentions"]> = [];
      for (let back = 2 * DAYS - 1; back >= 0; back--) {
        if (random(3) > 0) mentions = draw(n + (back < DAYS ? 2 : 0));
        const fact = { day: addDays(LAST, -back), model_id, prompt_id, mentions };
        facts.push(fact);
        await putFact(db, project.project_id, fact);
      }
    }
  }
  await rebuildDirtyRollups(db, project);
  return { world, facts, models, brands };

  function draw(share: number) {
    const named = brands.filter((_, at) => random(12) < share - at);
    return named.map((brand_id, at) => ({
      ...{ brand_id, position: at + 1, mention_count: 1, sentiment: random(2_000) - 1_000 },
    }));
  }
}

test("where the same prompts are asked every day, how they spread counts in a change as some prompts more", async () => {
  const { world, facts, models, brands } = await makeProject();
  const from = addDays(LAST, 1 - DAYS);
  const named = (brand_id: number) => (fact: Fact) =>
    fact.mentions?.find((one) => one.brand_id === brand_id);
  const inBoth = (some: Fact[]) => ({
    before: some.filter(({ day }) => day < from),
    now: some.filter(({ day }) => day >= from),
  });
  const names = brands.map((brand_id) => (fact: Fact) => named(brand_id)(fact) !== undefined);
  const all = { ...inBoth(facts), names };
  let moderated = 0;
  for (const dimensions of [[], ["model_id"]]) {
    const { body } = await world.rest("POST", "/reports/brands", {
      ...{ date_from: from, date_to: LAST, compare: "previous_period", dimensions },
    });
    for (const brand_id of brands) {
      const has = (fact: Fact) => (named(brand_id)(fact) ? 1 : 0);
      const counts: Record<string, Counted> = {
        visibility: (fact) => ({ part: has(fact), whole: 1 }),
        share_of_voice: (fact) => ({ part: has(fact), whole: fact.mentions?.length ?? 0 }),
        position: (fact) => ({ part: named(brand_id)(fact)?.position ?? 0, whole: has(fact) }),
      };
      for (const model_id of dimensions.length > 0 ? models : [undefined]) {
        const slug = model_id === models[0] ? "a" : "b";
        const row = body.data.find(
          (one: { brand: { id: string }; model_id?: string }) =>
            one.brand.id === encodeId("brd", brand_id) &&
            (model_id === undefined || one.model_id === encodeModelId(slug)),
        );
        const own = inBoth(facts.filter((fact) => !model_id || fact.model_id === model_id));
        for (const [name, counted] of Object.entries(counts)) {
          const { more = 0, ...expected } = naiveChange({ ...own, all }, counted, DAYS);
          if (more > 0) moderated++;
          for (const end of ["low", "high", "p"] as const) {
            const [found, wanted] = [row.change[name][end], expected[end] ?? Number.NaN];
            assert.ok(Math.abs(found - wanted) < 1e-6, `${name} ${end}: ${found}, not ${wanted}`);
          }
        }
      }
    }
  }
  assert.ok(moderated >= 12, `${moderated} of 18`);
});
