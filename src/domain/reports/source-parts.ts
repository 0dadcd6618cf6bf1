import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Verdict } from "#domain/statistics/change-verdict.ts";
import { standing } from "#domain/statistics/false-discoveries.ts";
import { factCondition } from "#domain/sums/answer-scope.ts";
import { readUseCells } from "./brand-cells.ts";
import { daysBefore } from "./compare.ts";
import type { ReportQuery } from "./report-query.ts";
import { type Reason, readStatistics } from "./row-statistics.ts";
import { ableModels, sourceCondition } from "./source-rows.ts";

type Counted = { id: number; domain: string; answers: number; named: number };
type Period = { all: Omit<Counted, "id" | "domain">; sites: Map<number, Counted> };

/** A site, how much of the answers use it, and what its being used more or less goes along with. */
export type SitePart = {
  domain: string;
  contribution: number;
  share: { before: number; now: number };
  answers: { before: number; now: number };
  use: Verdict | Reason;
  significant: boolean | null;
};

/** So many are tested; sites that few answers use say nothing. */
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
  const ids = [...new Set([...now.sites.keys(), ...before.sites.keys()])];
  const found = ids
    .flatMap((id) => describe(id, { before, now }))
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
    .slice(0, SITES_MAX);
  const uses = await testUses(db, tenant, { query, ids: found.map(({ id }) => id) });
  const verdicts = found.map(({ id }) => uses(id));
  // All sites were looked at for these few: each counts as a test that found nothing.
  const tests = verdicts.map((one) => (typeof one === "string" ? null : one.p));
  const stands = standing([...tests, ...Array(ids.length - found.length).fill(1)]);
  return found.map(({ id: _, ...site }, at) => ({
    ...site,
    use: verdicts[at] as Verdict | Reason,
    significant: stands[at] ?? null,
  }));
}

type Chosen = { query: ReportQuery; brand_id: number };

/** Usable answers of a period, and those that name the brand: in all, and of those that use each site. */
async function readPeriod(
  db: Database,
  tenant: Tenant,
  { query, brand_id }: Chosen,
): Promise<Period> {
  const { project_id } = tenant;
  const named = sql`left join mentions m on m.project_id = ${project_id} and m.day = u.day
    and m.model_id = u.model_id and m.prompt_id = u.prompt_id and m.sample = u.sample
    and m.brand_id = ${brand_id}`;
  const counts = sql`count(*)::integer as answers, count(m.brand_id)::integer as named`;
  const all = await sql<Period["all"]>`
    select ${counts} from (select f.day, f.model_id, f.prompt_id, f.sample from answers f
      where ${factCondition(tenant, query, { of: "f", isAnswer: true })} and f.status = 'answered'
        and ${ableModels(tenant, "f")}) u ${named}`.execute(db);
  const sites = await sql<Counted>`
    select c.id, d.domain, c.answers, c.named from (
      select u.domain_id as id, ${counts} from (
        select distinct f.day, f.model_id, f.prompt_id, f.sample, f.domain_id from citations f
        where ${sourceCondition(tenant, query, "f")}) u ${named}
      group by u.domain_id having count(*) >= ${ANSWERS_MIN}) c
    join domains d on d.project_id = ${project_id} and d.domain_id = c.id`.execute(db);
  return {
    all: all.rows[0] ?? { answers: 0, named: 0 },
    sites: new Map(sites.rows.map((site) => [site.id, site])),
  };
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
  const domain = (now.sites.get(id) ?? before.sites.get(id))?.domain;
  if (using === null || others === null || domain === undefined) return [];
  return [
    {
      ...{ id, domain, contribution: (fresh.share - old.share) * (using - others) },
      share: { before: old.share, now: fresh.share },
      answers: { before: old.answers, now: fresh.answers },
    },
  ];
}

/** The change of the share of answers that use each of some sites. */
async function testUses(
  db: Database,
  tenant: Tenant,
  { query, ids }: { query: ReportQuery; ids: readonly number[] },
): Promise<(id: number) => Verdict | Reason> {
  const cells = await readUseCells(db, tenant, {
    query,
    also: (of) => ableModels(tenant, of),
    uses: () => sql`(
      select u.*, used.id as brand_id, 1 as position, 1 as mention_count, null::integer as sentiment
      from usable u cross join lateral (
        select distinct c.domain_id as id from citations c
        where c.project_id = ${tenant.project_id} and c.day = u.day and c.model_id = u.model_id
          and c.prompt_id = u.prompt_id and c.sample = u.sample and c.domain_id = any(${ids}::integer[])
      ) used)`,
  });
  const statisticsOf = await readStatistics(cells, {
    ...{ rows: ids.map((brand_id) => ({ brand_id })), dimensions: [] },
    ratios: ["visibility"] as const,
  });
  return (id) => statisticsOf({ brand_id: id }).verdicts.visibility;
}
