import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Fact } from "./facts.ts";
import type { Market } from "./random-project.ts";

/** What a project's facts are, read as plain rows, so that reports can be counted again from them in memory. */
export async function readMarket(
  db: Database,
  project_id: number,
  random: Market["random"],
): Promise<Market> {
  const list = async <Row>(query: string) =>
    (await sql.raw<Row>(query.replaceAll("$1", String(project_id))).execute(db)).rows;
  const facts = await list<Fact>(`
    select a.day, a.model_id, a.prompt_id, a.sample, a.status, a.search_ran, a.is_cut,
      json_build_object('search_asked', a.search_asked, 'search_tool', a.search_tool, 'effort', a.effort,
        'country_asked', a.country_asked) as asked,
      (select coalesce(json_agg(m order by m.position), '[]') from mentions m where m.project_id = $1 and m.day = a.day
        and m.model_id = a.model_id and m.prompt_id = a.prompt_id and m.sample = a.sample) as mentions,
      (select coalesce(json_agg(c), '[]') from citations c where c.project_id = $1 and c.day = a.day
        and c.model_id = a.model_id and c.prompt_id = a.prompt_id and c.sample = a.sample) as citations
    from answers a where a.project_id = $1`);
  const prompts = await list<Market["prompts"][number]>(`
    select prompt_id, country_code, coalesce(topic_id, 0) as topic_id, is_branded, brand_ids,
      array(select tag_id from prompt_tags t where t.project_id = $1 and t.prompt_id = p.prompt_id) as tag_ids
    from prompts p where project_id = $1`);
  const models = await list<Market["models"][number]>(`
    select model_id, slug, supports_retrieved or supports_cited as able from models where project_id = $1`);
  const brands = await list<{ brand_id: number }>(
    "select brand_id from brands where project_id = $1 order by 1",
  );
  const pages = await list<Market["pages"][number]>(`
    select url_id, url, domain_id, domain from urls join domains using (project_id, domain_id) where project_id = $1`);
  const domains = await list<Market["domains"][number]>(
    "select domain_id, domain from domains where project_id = $1",
  );
  const brand_ids = brands.map(({ brand_id }) => brand_id);
  return { facts, prompts, models, brands: brand_ids, pages, domains, random };
}
