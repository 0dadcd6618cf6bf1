import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { classifyDomain, type KnownSites } from "#domain/detection/classify-source.ts";
import type { Classification } from "#domain/detection/known-domains.ts";
import type { SitePage } from "#domain/detection/site-pages.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** `url_hash` is the md5 of `url`. */
type Page = {
  url: string;
  url_hash: string;
  domain: string;
  title: string | null;
  page_type: string;
};
export type PageNumbers = Map<string, { url_id: number; domain_id: number }>;

/** Makes the domains and pages that a project does not know yet; returns the numbers of all by address. */
export async function ensurePages(
  db: Database,
  tenant: Tenant,
  { pages, sites }: { pages: readonly Page[]; sites: KnownSites },
): Promise<PageNumbers> {
  const byUrl = new Map<string, Page>();
  for (const page of pages) {
    const known = byUrl.get(page.url);
    if (!known || (known.title === null && page.title !== null)) byUrl.set(page.url, page);
  }
  if (byUrl.size === 0) return new Map();
  // Sorted, so that two imports insert in the same order and neither waits for the other in a circle.
  const wanted = [...byUrl.values()].sort((left, right) =>
    left.url_hash < right.url_hash ? -1 : 1,
  );
  // Most pages are known already: reading them costs a fraction of inserting them in vain.
  const known = await findPages(db, tenant, wanted);
  const missing = wanted.filter(({ url, title }) => {
    const page = known.get(url);
    return !page || (!page.has_title && title !== null);
  });
  if (missing.length === 0) return known;
  const names = [...new Set(missing.map((page) => page.domain))].sort();
  const domains = await ensureDomains(db, tenant, { domains: names, sites });
  const rows = missing.map((page) => ({ ...page, domain_id: domains.get(page.domain) ?? 0 }));
  const made = await insertPages(db, tenant, rows);
  // What a site's name does not tell its pages may: they are looked at again when some are new.
  const unnamed = names.filter((domain) => classifyDomain(domain, sites) === "other");
  await classifyByPages(db, tenant, {
    domain_ids: unnamed.map((one) => domains.get(one) ?? 0),
    sites,
  });
  return new Map([...known, ...made]);
}

type KnownPage = { url_id: number; domain_id: number; has_title: boolean };

async function findPages(
  db: Database,
  { project_id }: Tenant,
  pages: readonly { url_hash: string }[],
): Promise<Map<string, KnownPage>> {
  const rows = await rowsOf<KnownPage & { url: string }>(db)`
    select url, url_id, domain_id, title is not null as has_title from urls
    where project_id = ${project_id}
      and url_hash = any(${pages.map((page) => page.url_hash)}::uuid[])`;
  return new Map(rows.map(({ url, ...page }) => [url, page]));
}

async function insertPages(
  db: Database,
  { project_id }: Tenant,
  pages: readonly (Page & { domain_id: number })[],
): Promise<PageNumbers> {
  const rows = await rowsOf<{ url: string; url_id: number; domain_id: number }>(db)`
    insert into urls (project_id, url, url_hash, domain_id, title, page_type)
    select ${project_id}::integer, url, url_hash, domain_id, title, page_type
    from json_to_recordset(${JSON.stringify(pages)}::json) as u (url text, url_hash uuid, domain_id integer,
      title text, page_type text)
    on conflict (project_id, url_hash) do update set title = coalesce(urls.title, excluded.title)
    returning url, url_id, domain_id`;
  return new Map(rows.map(({ url, ...numbers }) => [url, numbers]));
}

async function ensureDomains(
  db: Database,
  tenant: Tenant,
  { domains, sites }: { domains: string[]; sites: KnownSites },
): Promise<Map<string, number>> {
  const known = await findDomains(db, tenant, domains);
  const missing = domains.filter((domain) => !known.has(domain));
  if (missing.length === 0) return known;
  const rows = missing.map((domain) => ({ domain, classification: classifyDomain(domain, sites) }));
  await sql`
    insert into domains (project_id, domain, classification)
    select ${tenant.project_id}::integer, domain, classification
    from json_to_recordset(${JSON.stringify(rows)}::json) as d (domain text, classification text)
    on conflict (project_id, domain) do nothing`.execute(db);
  return findDomains(db, tenant, domains);
}

async function findDomains(
  db: Database,
  { project_id }: Tenant,
  domains: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ domain: string; domain_id: number }>(db)`
    select domain, domain_id from domains
    where project_id = ${project_id} and domain = any(${domains}::text[])`;
  return new Map(rows.map((row) => [row.domain, row.domain_id]));
}

/** Pages of a site by which it is classified: its first ones, so that it is read no more once it has so many. */
const PAGES_TO_TELL = 30;

type Classified = { domain_id: number; domain: string; classification: string };

/** Classifies some domains again by what is known of their first pages; what a user decided stays. */
async function classifyByPages(
  db: Database,
  { project_id }: Tenant,
  { domain_ids, sites }: { domain_ids: readonly number[]; sites: KnownSites },
): Promise<void> {
  if (domain_ids.length === 0) return;
  const rows = await rowsOf<Classified & { pages: SitePage[] }>(db)`
    select d.domain_id, d.domain, d.classification, p.pages from domains d
    cross join lateral (
      select coalesce(json_agg(json_build_object('url', url, 'title', title, 'page_type', page_type)), '[]') as pages
      from (select url, title, page_type from urls where project_id = ${project_id} and domain_id = d.domain_id
        order by url_id limit ${PAGES_TO_TELL}) u
    ) p
    where d.project_id = ${project_id} and d.domain_id = any(${domain_ids}::integer[])
      and not d.is_classified_by_user`;
  const changed = rows.map(({ pages, ...row }) => ({
    ...row,
    becomes: classifyDomain(row.domain, sites, pages),
  }));
  await setClassifications(db, { project_id }, changed);
}

async function setClassifications(
  db: Database,
  { project_id }: Tenant,
  rows: readonly (Classified & { becomes: string })[],
): Promise<void> {
  const changed = rows.filter((row) => row.becomes !== row.classification);
  if (changed.length === 0) return;
  await sql`
    update domains d set classification = c.becomes
    from json_to_recordset(${JSON.stringify(changed)}::json) as c (domain_id integer, becomes text)
    where d.project_id = ${project_id} and d.domain_id = c.domain_id
      and not d.is_classified_by_user`.execute(db);
}

/** Classifies a project's domains again after its brands' domains changed; what a user decided stays. */
export async function reclassifyDomains(
  db: Database,
  { project_id }: Tenant,
  sites: KnownSites,
): Promise<void> {
  const rows = await rowsOf<Classified>(db)`
    select domain_id, domain, classification from domains
    where project_id = ${project_id} and not is_classified_by_user`;
  const named = rows.map((row) => ({ ...row, becomes: classifyDomain(row.domain, sites) }));
  const told = named.filter((row) => row.becomes !== "other");
  await setClassifications(db, { project_id }, told);
  // The pages of a site told what it is unless it was a brand's.
  const left = named.filter(
    ({ becomes, classification }) =>
      becomes === "other" && (classification === "own" || classification === "competitor"),
  );
  await classifyByPages(
    db,
    { project_id },
    { domain_ids: left.map((row) => row.domain_id), sites },
  );
}

/** What Earshot takes a project's domain for by itself; "other" for one that it does not know. */
export async function automaticClassification(
  db: Database,
  { project_id }: Tenant,
  { domain, sites }: { domain: string; sites: KnownSites },
): Promise<Classification> {
  const rows = await rowsOf<SitePage>(db)`
    select url, title, page_type from urls u join domains d using (project_id, domain_id)
    where project_id = ${project_id} and d.domain = ${domain} order by url_id limit ${PAGES_TO_TELL}`;
  return classifyDomain(domain, sites, rows);
}
