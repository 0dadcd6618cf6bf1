import type { Database } from "#core/database.ts";
import { listBrandRows } from "#domain/brands/brand-queries.ts";
import { listLabelRows } from "#domain/labels/label-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

const BRANDS_MAX = 12;
const TOPICS_MAX = 20;

/** Who answers, and what is sent along. */
type Asked = { provider: string; parameters: Record<string, unknown> };

/**
 * What is sent along with a question: a simulated assistant is told the project's brands and topics, so that what it
 * invents is about them. A market that was set with the assistant stays.
 */
export async function parametersFor(
  db: Database,
  tenant: Tenant,
  { provider, parameters }: Asked,
): Promise<Record<string, unknown>> {
  const metadata = (parameters["metadata"] ?? {}) as Record<string, unknown>;
  if (provider !== "simulated" || metadata["market"] !== undefined) return parameters;
  const brands = await listBrandRows(db, tenant, { limit: BRANDS_MAX, offset: 0 });
  const topics = await listLabelRows(db, tenant, { kind: "topic", limit: TOPICS_MAX, offset: 0 });
  const named = brands.data.map(({ name, domains, is_own }) => ({
    ...{ name, is_own },
    domain: domains[0] ?? inventedDomain(name),
  }));
  const own = named.find(({ is_own }) => is_own);
  if (!own) return parameters;
  const market = {
    own,
    competitors: named.filter((brand) => brand !== own),
    topics: topics.data.map(({ name }) => name),
  };
  return { ...parameters, metadata: { ...metadata, market: JSON.stringify(market) } };
}

/** A domain under a reserved name (RFC 2606), from which nothing can be fetched. */
function inventedDomain(name: string): string {
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${label || "brand"}.example`;
}
