import { sql } from "kysely";
import type * as z from "zod";
import { type Change, type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { type PageInput, readPageBy } from "#core/page.ts";
import type { Spelling } from "#domain/detection/case-flag.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { requireProject, type Tenant } from "#domain/projects/project-queries.ts";
import { type BrandFields, brandKey, paletteColor } from "./brand.ts";
import { settleAliases } from "./settle-aliases.ts";

type AliasColumn = { aliases: Spelling[] };

/** What a caller may set of a brand. */
export type BrandValues = z.output<z.ZodObject<typeof BrandFields>>;

const COLUMNS = [
  "brand_id as id",
  "name",
  "aliases",
  "domains",
  "regex",
  "exclude_phrases",
  "is_own",
  "color",
  "source",
  "created_at",
] as const;

/** What a brand's status is told to be: where answers are read again and no brand says so, as when one was deleted, the own one does. */
const shownStatus = ({ project_id }: Tenant) =>
  sql<"ready" | "recalculating">`case when is_own and exists (
      select from recalculations r where r.project_id = ${project_id} and r.finished_at is null)
    and not exists (
      select from brands b where b.project_id = ${project_id} and b.status = 'recalculating')
    then 'recalculating' else status end`.as("status");

/** Brands of a project in the order they were made; the own one is made with the project and so is first. */
export async function listBrandRows(db: Database, tenant: Tenant, page: PageInput) {
  return readPageBy(page, ({ limit, offset }) =>
    db
      .selectFrom("brands")
      .select([...COLUMNS, shownStatus(tenant), sql<number>`count(*) over ()`.as("total_count")])
      .$narrowType<AliasColumn>()
      .where("project_id", "=", tenant.project_id)
      .orderBy("brand_id")
      .limit(limit)
      .offset(offset)
      .execute(),
  );
}

function selectBrand(db: Database, tenant: Tenant, brand_id: number) {
  return db
    .selectFrom("brands")
    .select([...COLUMNS, shownStatus(tenant)])
    .$narrowType<AliasColumn>()
    .where("project_id", "=", tenant.project_id)
    .where("brand_id", "=", brand_id);
}

/** The brand of a public id or number; NOT_FOUND of the argument `field` when the project has none. */
export async function requireBrand(
  db: Database,
  tenant: Tenant,
  id: string | number,
  field = "brand_id",
) {
  const brand_id = typeof id === "number" ? id : decodeId("brd", id);
  const brand = await selectBrand(db, tenant, brand_id).executeTakeFirst();
  if (!brand) throw noBrand(field);
  return brand;
}

/** The brand of a public id, locked until the transaction ends; refuses while answers are being read for it. */
export async function lockReadyBrand(db: Database, tenant: Tenant, id: string) {
  const wanted = selectBrand(db, tenant, decodeId("brd", id)).select("status as kept_status");
  const brand = await wanted.forUpdate().executeTakeFirst();
  if (!brand) throw noBrand("brand_id");
  if (brand.kept_status === "recalculating") {
    throw new Failure(
      "BRAND_RECALCULATING",
      `brand_id: stored answers are being read again for "${brand.name}"; try again when its status is ready.`,
    );
  }
  return brand;
}

function noBrand(field: string): Failure {
  return new Failure("NOT_FOUND", `${field}: there is no such brand.`, { problem: "NOT_FOUND" });
}

/** How many brands a project tracks. */
export async function countBrands(db: Database, { project_id }: Tenant): Promise<number> {
  const row = await db
    .selectFrom("brands")
    .select(sql<number>`count(*)`.as("count"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Makes a brand, with case flags where none are given, and returns its number; 0 when the name is taken. */
export async function insertBrand(
  db: Database,
  { project_id }: Tenant,
  brand: Pick<BrandValues, "name"> &
    Change<BrandValues> & { is_own?: boolean; source?: "manual" | "suggestion" | "onboarding" },
): Promise<number> {
  const { language_code } = await requireProject(db, { project_id });
  const row = await db
    .insertInto("brands")
    .values({
      project_id,
      name: brand.name,
      name_key: brandKey(brand.name),
      aliases: JSON.stringify(settleAliases(brand.aliases, { name: brand.name, language_code })),
      domains: brand.domains ?? [],
      regex: brand.regex ?? null,
      exclude_phrases: brand.exclude_phrases ?? [],
      color: brand.color ?? paletteColor(await countBrands(db, { project_id })),
      is_own: brand.is_own ?? false,
      source: brand.source ?? "manual",
    })
    .onConflict((conflict) => conflict.columns(["project_id", "name_key"]).doNothing())
    .returning("brand_id")
    .executeTakeFirst();
  return row?.brand_id ?? 0;
}

/** Changes a brand in place; false when the new name is taken. */
export async function updateBrandRow(
  db: Database,
  { project_id }: Tenant,
  { brand_id, change }: { brand_id: number; change: Change<BrandValues> },
): Promise<boolean> {
  const { name, aliases, ...columns } = change;
  const settled = await settledChange(db, { project_id }, { brand_id, change });
  const values = {
    ...columns,
    ...(name !== undefined && { name, name_key: brandKey(name) }),
    ...(settled && { aliases: JSON.stringify(settled) }),
  };
  if (Object.values(values).every((value) => value === undefined)) return true;
  const rows = await rowsOf<{ taken: boolean }>(db)`
    select exists (select from brands where project_id = ${project_id}
      and name_key = ${name === undefined ? null : brandKey(name)}
        and brand_id <> ${brand_id}) as taken`;
  if (rows[0]?.taken) return false;
  await db
    .updateTable("brands")
    .set(values)
    .where((row) => row.and({ project_id, brand_id }))
    .execute();
  return true;
}

/** The aliases that a change asks for; a new name gets its case flag as a new brand's does, a kept one keeps its own. */
async function settledChange(
  db: Database,
  tenant: Tenant,
  { brand_id, change: { name, aliases } }: { brand_id: number; change: Change<BrandValues> },
): Promise<Spelling[] | undefined> {
  const before = await requireBrand(db, tenant, brand_id);
  const is_renamed = name !== undefined && brandKey(name) !== brandKey(before.name);
  if (!aliases && !is_renamed) return undefined;
  const { language_code } = await requireProject(db, tenant);
  const old_key = foldKey(before.name);
  // Without the old name's own spellings: they are not another name of the brand.
  const kept = before.aliases.filter(({ text }) => !is_renamed || foldKey(text) !== old_key);
  return settleAliases(aliases ?? kept, { language_code, ...(is_renamed && { name }) });
}

/** Sets the status of some brands. */
export async function setBrandStatus(
  db: Database,
  { project_id }: Tenant,
  { brand_ids, status }: { brand_ids: number[]; status: "ready" | "recalculating" },
): Promise<void> {
  if (brand_ids.length === 0) return;
  await db
    .updateTable("brands")
    .set({ status })
    .where("project_id", "=", project_id)
    .where("brand_id", "in", brand_ids)
    .execute();
}

/** Removes a brand; what answers say of it goes with the background work that follows. */
export async function deleteBrandRow(
  db: Database,
  { project_id }: Tenant,
  brand_id: number,
): Promise<void> {
  await db
    .deleteFrom("brands")
    .where((row) => row.and({ project_id, brand_id }))
    .execute();
}

/** Waits until no one changes a project's brands; held to the end of the transaction. */
export async function lockBrands(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select from brands where project_id = ${project_id} order by brand_id for update`.execute(
    db,
  );
}

/** Says that the answers of a project's brands are read under their present rules. */
export async function setBrandsReady(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`update brands set status = 'ready'
    where project_id = ${project_id} and status = 'recalculating'`.execute(db);
}

/** The project's brands that stored answers are being read for. */
export async function listBeingRead(
  db: Database,
  { project_id }: Tenant,
): Promise<ReadonlySet<number>> {
  const rows = await rowsOf<{ brand_id: number }>(db)`select brand_id from brands
    where project_id = ${project_id} and status = 'recalculating'`;
  return new Set(rows.map(({ brand_id }) => brand_id));
}

/** A brand by its number, or the own brand; brand 0, which nothing mentions, where there is none. */
export async function findOrOwn(
  db: Database,
  { project_id }: Tenant,
  brand_id: number | undefined,
): Promise<{ id: number; name: string; is_own: boolean }> {
  const found = await db
    .selectFrom("brands")
    .select(["brand_id as id", "name", "is_own"])
    .where("project_id", "=", project_id)
    .where((of) =>
      brand_id === undefined ? of("is_own", "=", true) : of("brand_id", "=", brand_id),
    )
    .executeTakeFirst();
  return found ?? { id: 0, name: "", is_own: false };
}
