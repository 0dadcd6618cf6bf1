import type pg from "pg";
import { hashSecret } from "#domain/accounts/secret.ts";

/** What could be a secret: all of ours are longer, and of these letters. */
const WORD = "[A-Za-z0-9_-]{40,}";
/** "earshot_" as a column of bytes shows it. */
const PREFIX_IN_BYTES = Buffer.from("earshot_").toString("hex");

/**
 * Reads every table of a database and returns the places where something is that would open a door: a text
 * whose hash is that of a living session, token, code, key, invitation, setup or request.
 */
export async function findUsableSecrets(pool: pg.Pool): Promise<string[]> {
  const hashes = await readHashes(pool);
  const found: string[] = [];
  for (const name of await tablesOf(pool)) {
    const { rows } = await pool.query<{ word: string }>(
      `select distinct m[1] as word from ${name} t, regexp_matches(t::text, '(${WORD})', 'g') m`,
    );
    for (const { word } of rows) {
      const isUsable = hashes.has(hashSecret(word).toString("hex"));
      const isOurs = /earshot_(at|rt|ac|sk)_[A-Za-z0-9_-]{36}/.test(word);
      const isBytes = word.includes(PREFIX_IN_BYTES);
      if (isUsable || isOurs || isBytes) found.push(`${name}: ${word.slice(0, 12)}...`);
    }
  }
  return found;
}

/** The hashes of all secrets that the database knows, whatever they open. */
async function readHashes(pool: pg.Pool): Promise<Set<string>> {
  const { rows: columns } = await pool.query<{ place: string; name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as place,
       quote_ident(column_name) as name
     from information_schema.columns
     where udt_name = 'bytea' and column_name ~ 'hash' and table_schema = 'public'`,
  );
  const hashes = new Set<string>();
  for (const { place, name } of columns) {
    const sql = `select encode(${name}, 'hex') as hash from ${place} where ${name} is not null`;
    const { rows } = await pool.query<{ hash: string }>(sql);
    for (const { hash } of rows) hashes.add(hash);
  }
  return hashes;
}

/** All tables that anything was ever written to; on a cluster that cannot be seen, and it is all tables. */
async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
       and (pg_relation_size(c.oid) > 0 or exists (select from pg_extension where extname = 'citus'))`,
  );
  return rows.map(({ name }) => name);
}
