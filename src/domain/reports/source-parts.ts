import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Verdict } from "#domain/statistics/change-verdict.ts";
import { standing } from "#domain/statistics/false-discoveries.ts";
import { listDirtyDays } from "#domain/sums/dirty-days.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { keyCondition } from "#domain/sums/key-condition.ts";
import { askedCondition, dayConditions, sameAnswer } from "#domain/sums/scope-conditions.ts";
import { loadUseCells } from "./brand-cells.ts";
import { daysBefore } from "./cell-periods.ts";
import { chanceOf } from "./compare.ts";
import type { ReportQuery } from "./report-query.ts";
import { type Reason, readStatistics } from "./row-statistics.ts";
import { ableModels, countUses } from "./source-rows.ts";
import { sourcesNeedFacts, withSourceDays } from "./summed-sources.ts";

type Counts = { answers: number; named: number };
type Period = { all: Counts; sites: Map<number, Counts> };

/** A site, how much of the answers use it, and what its being used more or less goes along with. */
export type SitePart = {
  domain: string;
  contribution: number;
  share: { before: number; now: number };
  answers: { before: number; now: number };
  use: Verdict | Reason;
  significant: boolean | null;
};

/** So many are tested; sites that few answers use, in both periods, say nothing. */
const SITES_MAX = 12;
const ANSWERS_MIN = 5;

/**
 * The sites whose being used more or less goes along with most of a change: of the answers of models that report
 * sources, those that use it name the brand more or less often than the others, before and now on average (Kitagawa
 * 1955). Answers use several, so that these parts overlap and do not add up.
 */
export async function readSiteParts(
  db: Database,
  tenant: Tenant,
  { query, brand_id }: { query: ReportQuery; brand_id: number },
): Promise<SitePart[]> {
  const { date_from, date_to } = daysBefore(query);
  const now = await readPeriod(db, tenant, { query, brand_id });
  const before = await readPeriod(db, tenant, {
    query: { ...query, date_from, date_to },
    brand_id,
  });
  if (now.all.answers === 0 || before.all.answers === 0) return [];
  const answersOf = (id: number) =>
    Math.max(...[before, now].map(({ sites }) => sites.get(id)?.answers ?? 0));
  const ids = [...new Set([...now.sites.keys(), ...before.sites.keys()])].filter(
    (id) => answersOf(id) >= ANSWERS_MIN,
  );
  const found = ids
    .flatMap((id) => describe(id, { before, now }))
    .sort(
      (one, other) =>
        Math.abs(other.contribution) - Math.abs(one.contribution) || one.id - other.id,
    )
    .slice(0, SITES_MAX);
  const domains = await readDomains(
    db,
    tenant,
    found.map(({ id }) => id),
  );
  const uses = await testUses(db, tenant, { query, ids: found.map(({ id }) => id) });
  const verdicts = found.map(({ id }) => uses(id));
  // All sites were looked at for these few: each counts as a test that found nothing.
  const stands = standing(verdicts.map(chanceOf), ids.length - found.length);
  return found.map(({ id, ...site }, at) => ({
    ...{ domain: domains.get(id) ?? "", ...site },
    use: verdicts[at] as Verdict | Reason,
    significant: stands[at] ?? null,
  }));
}

/** Usable answers of a period, and those that name the brand: in all, and of those that use each site. */
async function readPeriod(
  db: Database,
  tenant: Tenant,
  { query, brand_id }: { query: ReportQuery; brand_id: number },
): Promise<Period> {
  const all = await countAllUses(db, tenant, query);
  const { date_from, date_to, filters, branded } = query;
  const scope = { date_from, date_to, filters, branded };
  const asked = { name: "sites of naming", scope, also: brand_id, isExact: true };
  const parts = await keepParts(db, tenant, asked, (days) =>
    countNaming(db, tenant, { query: { ...query, ...days }, brand_id }),
  );
  const namedBy = new Map<number | null, number>();
  for (const { id, named } of parts.flat()) namedBy.set(id, (namedBy.get(id) ?? 0) + named);
  const sites = [...all.uses].map(
    ([id, answers]) => [id, { answers, named: namedBy.get(id) ?? 0 }] as const,
  );
  return {
    all: { answers: all.answers, named: namedBy.get(null) ?? 0 },
    sites: new Map(sites),
  };
}

/** How many usable answers name the brand, in all (null), and of those that use each site. */
async function countNaming(
  db: Database,
  tenant: Tenant,
  { query, brand_id }: { query: ReportQuery; brand_id: number },
): Promise<{ id: number | null; named: number }[]> {
  const { project_id } = tenant;
  // From the brand's mentions on: most answers do not name it.
  const naming = sql`mentions m join answers f on f.project_id = ${project_id} and ${sameAnswer("f", "m")}`;
  return rowsOf<{ id: number | null; named: number }>(db)`
    with named as materialized (
      select f.day, f.model_id, f.prompt_id, f.sample from ${naming}
      where m.project_id = ${project_id} and m.brand_id = ${brand_id}
        and ${sql.join(dayConditions(query, "m"), sql` and `)}
        and ${keyCondition(tenant, query, "f")}
        and f.status = 'answered' and ${ableModels(tenant, "f")})
    select null::integer as id, count(*)::integer as named from named
    union all
    select domain_id, count(*)::integer from (
      select distinct c.* from named n join lateral (
        select c.day, c.model_id, c.prompt_id, c.sample, c.domain_id from citations c
        where c.project_id = ${project_id} and ${sameAnswer("c", "n")}
      ) c on true) used
    group by domain_id`;
}

/** Days whose facts are read while their sums are behind them; with more of them all facts are. */
const BEHIND_MAX = 3;

/** What answers use, of the same moment as the facts: from sums but on days that changed since these were made. */
async function countAllUses(db: Database, tenant: Tenant, query: ReportQuery) {
  const { date_from, date_to } = query;
  const dirty = (await listDirtyDays(db, tenant)).filter(
    (day) => day >= date_from && day <= date_to,
  );
  const summed = await withSourceDays(db, tenant, { ...query, compare: undefined });
  const needsFacts = sourcesNeedFacts(summed) || dirty.length > BEHIND_MAX;
  const behind = needsFacts ? [] : dirty;
  const parts = behind.map((day) => ({ date_from: day, date_to: day, facts: true }));
  // The days before each of them, and those after the last.
  const ends = [addDays(date_from, -1), ...behind, addDays(date_to, 1)];
  for (const [at, end] of ends.slice(1).entries()) {
    const between = { date_from: addDays(ends[at] ?? end, 1), date_to: addDays(end, -1) };
    if (between.date_from <= between.date_to) parts.push({ ...between, facts: needsFacts });
  }
  const all = { answers: 0, uses: new Map<number, number>() };
  for (const part of parts) {
    const { answers, uses } = await countUses(db, tenant, { ...query, ...part });
    all.answers += answers;
    for (const [id, count] of uses) all.uses.set(id, (all.uses.get(id) ?? 0) + count);
  }
  return all;
}

/** What a site's being used goes along with; nothing where it is used in all answers, or in none of a period and all of the other. */
function describe(id: number, { before, now }: { before: Period; now: Period }) {
  const ratesOf = ({ all, sites }: Period) => {
    const { answers = 0, named = 0 } = sites.get(id) ?? {};
    const rest = all.answers - answers;
    return {
      answers,
      share: answers / all.answers,
      // Null: no such answer in this period; that of the other one stands in.
      with: answers > 0 ? named / answers : null,
      without: rest > 0 ? (all.named - named) / rest : null,
    };
  };
  const [old, fresh] = [ratesOf(before), ratesOf(now)];
  const mean = (of: "with" | "without") => {
    const known = [old[of], fresh[of]].filter((one) => one !== null);
    return known.length > 0 ? known.reduce((a, b) => a + b, 0) / known.length : null;
  };
  const [using, others] = [mean("with"), mean("without")];
  if (using === null || others === null) return [];
  return [
    {
      ...{ id, contribution: (fresh.share - old.share) * (using - others) },
      share: { before: old.share, now: fresh.share },
      answers: { before: old.answers, now: fresh.answers },
    },
  ];
}

async function readDomains(
  db: Database,
  { project_id }: Tenant,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await rowsOf<{ id: number; domain: string }>(db)`
    select domain_id as id, domain from domains
    where project_id = ${project_id} and domain_id = any(${ids}::integer[])`;
  return new Map(rows.map(({ id, domain }) => [id, domain]));
}

/** The change of the share of answers that use each of some sites. */
async function testUses(
  db: Database,
  tenant: Tenant,
  { query, ids }: { query: ReportQuery; ids: readonly number[] },
): Promise<(id: number) => Verdict | Reason> {
  const load = () =>
    loadUseCells(db, tenant, {
      ...{ query, name: `sites ${ids}` },
      also: (of) => ableModels(tenant, of),
      // Read by site: each answer's own would be as many steps into an index as there are answers.
      uses: (_, part) => sql`(
      select u.*, used.id as brand_id, 1 as position, 1 as mention_count, null::integer as sentiment
      from usable u join (
        select distinct c.day, c.model_id, c.prompt_id, c.sample, c.domain_id as id from citations c
        where ${askedCondition(tenant, part, "c")} and c.domain_id = any(${ids}::integer[])
      ) used using (day, model_id, prompt_id, sample))`,
    });
  const statisticsOf = await readStatistics(
    { key: null, load, db },
    {
      ...{ rows: ids.map((brand_id) => ({ brand_id })), dimensions: [] },
      ratios: ["visibility"] as const,
    },
  );
  return (id) => statisticsOf({ brand_id: id }).verdicts.visibility;
}
