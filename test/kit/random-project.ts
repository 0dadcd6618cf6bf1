import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { refreshStatistics } from "#domain/answers/facts/fact-queries.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, type Fact, putFact } from "./facts.ts";
import type { World } from "./world.ts";

type Prompt = {
  prompt_id: number;
  country_code: string;
  topic_id: number;
  is_branded: boolean;
  brand_ids: number[];
  tag_ids: number[];
};
type Model = { model_id: number; slug: string; able: boolean };
export type Market = {
  facts: Fact[];
  prompts: Prompt[];
  models: Model[];
  brands: number[];
  pages: { url_id: number; url: string; domain_id: number; domain: string }[];
  domains: { domain_id: number; domain: string }[];
  random: (below: number) => number;
};

export function makeRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}

/**
 * A project with random facts over 100 days, and the same facts in memory; `isCounted`: the database knows how many they
 * are, as it does some time after they came.
 */
export async function makeMarket(
  world: World,
  seed: number,
  { isCounted = true } = {},
): Promise<Market> {
  const { db, project } = world;
  const { project_id } = project;
  const random = makeRandom(seed);
  const models: Model[] = [];
  for (const [slug, able] of [
    ["a", true],
    ["b", true],
    ["c", false],
  ] as const) {
    models.push({ slug, able, model_id: await addModel(db, project_id, slug, able) });
  }
  const own = await sql<{ brand_id: number }>`select brand_id from brands
    where project_id = ${project_id}`.execute(db);
  const brands = own.rows.map((row) => row.brand_id);
  for (const name of ["Globex", "Initech", "Never"])
    brands.push(await insertBrand(db, project, { name }));
  const prompts = await makePrompts(world, { random, brands });
  const pages: Market["pages"] = [];
  for (const [domain, path] of [
    ["a.example", "/"],
    ["a.example", "/x"],
    ["b.example", "/"],
    ["c.example", "/"],
  ] as const) {
    const numbers = await addPage(db, project_id, domain, path);
    pages.push({ ...numbers, domain, url: `https://${domain}${path}` });
  }
  const facts = await putFacts(world, { random, models, prompts, brands, pages });
  if (isCounted) await refreshStatistics(db);
  await rebuildDirtyRollups(db, project);
  const domains = new Map(
    pages.map(({ domain_id, domain }) => [domain_id, { domain_id, domain }] as const),
  );
  return { facts, prompts, models, brands, pages, domains: [...domains.values()], random };
}

async function makePrompts(
  world: World,
  { random, brands }: Pick<Market, "random" | "brands">,
): Promise<Prompt[]> {
  const { db, project } = world;
  const { project_id } = project;
  const topics: number[] = [0];
  const tags: number[] = [];
  for (const name of ["one", "two"]) {
    const made = await sql<{ topic_id: number }>`insert into topics (project_id, name, name_key)
      values (${project_id}, ${name}, ${name}) returning topic_id`.execute(db);
    topics.push(made.rows[0]?.topic_id ?? 0);
    const tag = await sql<{ tag_id: number }>`insert into tags (project_id, name, name_key, color)
      values (${project_id}, ${name}, ${name}, '#000000') returning tag_id`.execute(db);
    tags.push(tag.rows[0]?.tag_id ?? 0);
  }
  const prompts: Prompt[] = [];
  for (let n = 0; n < 6; n++) {
    const country_code = n % 3 === 0 ? "DE" : "US";
    const topic_id = topics[n % 3] ?? 0;
    const is_branded = n === 5;
    const brand_ids = is_branded ? brands.slice(0, 1) : brands.slice(1, n % 3 === 2 ? 2 : 1);
    const prompt = {
      text: `q${n}`,
      country_code,
      topic_id: topic_id || null,
      is_branded,
      brand_ids,
    };
    const prompt_id = await addPrompt(db, project_id, prompt);
    const tag_ids = tags.filter(() => random(2) === 0);
    for (const tag_id of tag_ids) {
      await sql`insert into prompt_tags values (${project_id}, ${tag_id}, ${prompt_id})`.execute(
        db,
      );
    }
    prompts.push({ prompt_id, country_code, topic_id, is_branded, brand_ids, tag_ids });
  }
  return prompts;
}

type Parts = Pick<Market, "random" | "models" | "prompts" | "brands"> & {
  pages: { url_id: number; domain_id: number }[];
};

async function putFacts(world: World, { random, models, prompts, brands, pages }: Parts) {
  const { db, project } = world;
  const facts: Fact[] = [];
  for (let n = 0; n < 260; n++) {
    const named = brands.slice(0, 3).filter(() => random(2) === 0);
    const status =
      random(12) === 0 ? (["refused", "no_answer", "error"] as const)[random(3)] : "answered";
    const fact: Fact = {
      day: addDays("2026-01-01", random(100)),
      model_id: models[random(3)]?.model_id ?? 0,
      prompt_id: prompts[random(6)]?.prompt_id ?? 0,
      sample: n + 1,
      status: status ?? "answered",
      is_cut: random(9) === 0,
      search_ran: [true, false, null][random(3)] ?? null,
      asked:
        [{}, { search_asked: "forced" }, { search_asked: "chosen", effort: "low" }][random(3)] ??
        {},
      mentions:
        status === "answered"
          ? named.map((brand_id, index) => ({
              brand_id,
              position: index + 1,
              mention_count: 1 + random(4),
              sentiment: random(3) === 0 ? null : random(2001) - 1000,
            }))
          : [],
      citations:
        status === "answered"
          ? pages
              .filter(() => random(2) === 0)
              .map((page) => ({ ...page, retrieved: random(2), cited: random(3) }))
          : [],
    };
    facts.push(fact);
    await putFact(db, project.project_id, fact);
  }
  return facts;
}
