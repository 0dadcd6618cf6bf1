import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { schemaFiles } from "./kit/schema-files.ts";

// npm run schema: writes what test/laws/schema.test.ts compares. Read the diff before you commit it.
const data_dir = mkdtempSync(join(tmpdir(), "earshot-schema-"));
const server = await startEmbeddedPostgres({ data_dir, durable: false, log: () => {} });
const pool = makePool(server.connection, { size: 1 });
try {
  await migrate(pool, undefined, "views");
  for (const [path, text] of await schemaFiles(pool)) {
    writeFileSync(new URL(`../${path}`, import.meta.url), text);
    process.stdout.write(`${path}\n`);
  }
} finally {
  await pool.end();
  await server.stop();
  rmSync(data_dir, { recursive: true, force: true });
}
