import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId, encodeModelId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { readFilters } from "#domain/sums/answer-scope.ts";
import type { Fact } from "../../../test/kit/facts.ts";
import { chosen } from "../../../test/kit/naive-reports.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { readPromptRivals } from "./find-gaps.ts";
import { readEvidence } from "./gap-evidence.ts";
import { listPrompts, listSites } from "./opportunity-queries.ts";
import { readSiteRivals } from "./rival-queries.ts";

const now = () => new Date("2026-01-30T12:00:00Z");

async function ownBrand({ db, project }: World): Promise<number> {
  const { rows } = await sql<{ brand_id: number }>`
    select brand_id from brands where project_id = ${project.project_id} and is_own`.execute(db);
  return rows[0]?.brand_id ?? 0;
}

test("counts of gaps are those of a naive recount over random answers", async () => {
  const world = await makeWorld({ now });
  const market = await makeMarket(world, 11);
  const own = await ownBrand(world);
  const [model] = market.models;
  const [prompt] = market.prompts;
  const filter = (field: string, value: string, operator: "in" | "not_in" = "in") => ({
    ...{ field, operator, values: [value] },
  });
  const rival = encodeId("brd", market.brands[1] ?? 0);
  const of = (...filters: ReturnType<typeof filter>[]) => ({
    branded: "include" as const,
    filters,
  });
  const whole = [0, 100] as const;
  for (const [[from, length], given] of [
    [whole, of()],
    [[20, 30], of()],
    [[50, 15], of()],
    [whole, { branded: "exclude" as const, filters: [] }],
    [[20, 30], { branded: "only" as const, filters: [] }],
    [whole, of(filter("model_id", encodeModelId(model?.slug ?? "")))],
    [whole, of(filter("prompt_id", encodeId("prm", prompt?.prompt_id ?? 0), "not_in"))],
    [whole, of(filter("country_code", "US"))],
    [whole, of(filter("searched", "true"), filter("brand_id", rival))],
    [whole, of(filter("not_brand_id", rival))],
  ] as const) {
    const days = {
      date_from: addDays("2026-01-01", from),
      date_to: addDays("2026-01-01", from + length),
    };
    const filters = await readFilters(world.db, world.project, given.filters);
    const scope = { ...days, branded: given.branded, filters };
    const query = { ...days, branded: given.branded, filters: [...given.filters], dimensions: [] };
    const facts = chosen(market, query)
      .map(({ fact }) => fact)
      .filter(({ status }) => (status ?? "answered") === "answered");
    const has = (fact: Fact) => fact.mentions?.some(({ brand_id }) => brand_id === own) ?? false;
    const able = facts.filter(
      ({ model_id, mentions }) =>
        mentions?.length && market.models.some((one) => one.model_id === model_id && one.able),
    );
    const cites = (fact: Fact, domain: number) =>
      fact.citations?.some(({ domain_id, cited }) => domain_id === domain && cited > 0) ?? false;
    const strongest = (of: readonly Fact[]) => {
      const counted = market.brands
        .filter((brand_id) => brand_id !== own)
        .map((brand_id) => ({
          brand_id,
          count: of.filter((fact) => fact.mentions?.some((one) => one.brand_id === brand_id))
            .length,
          total: of.length,
        }))
        .filter(({ count }) => count > 0);
      return counted.sort((x, y) => y.count - x.count || x.brand_id - y.brand_id)[0];
    };
    const placeOf = (place: { id: number; name: string; classification: string }, of: Fact[]) => ({
      ...place,
      answer_count: of.length,
      own_count: of.filter(has).length,
      missing_count: of.filter((fact) => fact.mentions?.length && !has(fact)).length,
    });
    const isKnown = (place: { missing_count: number }) => place.missing_count >= 3;
    const sources = market.domains.map(({ domain_id: id, domain: name }) => {
      const of = able.filter((fact) => cites(fact, id));
      return { place: placeOf({ id, name, classification: "other" }, of), rival: strongest(of) };
    });
    const ids = market.domains.map(({ domain_id }) => domain_id);
    const evidence = await readEvidence(world.db, world.project, { scope, of: "source", ids });
    for (const id of ids) {
      const makers = able.filter((fact) => !has(fact) && cites(fact, id));
      const tops = (counted: number[]) => counted.filter(Boolean).sort((a, b) => b - a);
      const { pages = [], prompts = [] } = evidence.get(id) ?? {};
      const usedPages = market.pages
        .filter(({ domain_id }) => domain_id === id)
        .map(
          ({ url_id }) =>
            makers.filter((fact) =>
              fact.citations?.some((one) => one.url_id === url_id && one.cited > 0),
            ).length,
        );
      const byPrompt = market.prompts.map(
        ({ prompt_id }) => makers.filter((fact) => fact.prompt_id === prompt_id).length,
      );
      const counts = (found: { chat_count: number }[]) => found.map((one) => one.chat_count);
      assert.deepEqual(counts(pages), tops(usedPages).slice(0, 3));
      assert.deepEqual(counts(prompts), tops(byPrompt).slice(0, 3));
    }
    const prompts = market.prompts.map(({ prompt_id: id }) => {
      const of = facts.filter((fact) => fact.prompt_id === id);
      return { place: placeOf({ id, name: "", classification: "" }, of), rival: strongest(of) };
    });
    const inOrder = <Row extends { id: number }>(rows: Row[]) => rows.sort((a, b) => a.id - b.id);
    const known = (places: typeof sources) =>
      inOrder(places.map(({ place }) => place).filter(isKnown));
    const sites = await listSites(world.db, world.project, scope);
    assert.deepEqual(inOrder(sites), known(sources));
    const asked = await listPrompts(world.db, world.project, scope);
    assert.deepEqual(inOrder(asked.map((row) => ({ ...row, name: "" }))), known(prompts));
    const siteRivals = await readSiteRivals(world.db, world.project, { scope, ids });
    for (const { place, rival } of sources) {
      const { answers = [], ...found } = siteRivals.get(place.id) ?? {};
      assert.deepEqual(rival ? found : undefined, rival);
      const more = answers.reduce((sum, one) => sum + one[3], 0);
      if (rival) assert.equal(more, rival.count - place.own_count);
    }
    const found = await readPromptRivals(world.db, world.project, scope);
    for (const { place, rival } of prompts.filter((one) => isKnown(one.place))) {
      const { difference, ...counted } = found.rivals.get(place.id) ?? {};
      assert.deepEqual(rival ? counted : undefined, rival);
      const value = rival && rival.count / rival.total - place.own_count / place.answer_count;
      assert.ok(!difference || Math.abs(difference.value - (value ?? 9)) < 1e-12);
      assert.equal(difference === undefined, rival === undefined);
    }
  }
});
