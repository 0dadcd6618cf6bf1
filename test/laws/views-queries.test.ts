import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import pg from "pg";
import { migrate } from "#adapters/database/migrate.ts";
import { makeReadingRole } from "#adapters/database/reading-role.ts";
import { addViewRole } from "#domain/projects/view-role-queries.ts";
import { makeMarket } from "../kit/random-project.ts";
import { isCluster } from "../kit/test-database.ts";
import { makeWorld } from "../kit/world.ts";

const skip = isCluster && "Views are refused on a cluster.";
const PERIOD = { from: "2026-01-01T00:00:00Z", to: "2026-04-10T23:59:59Z" };

test("every query of docs/views.md, of the Grafana dashboard and of the Metabase questions finds rows", {
  skip,
}, async () => {
  const world = await makeWorld();
  await makeMarket(world, 31);
  await migrate(world.pool, undefined, "views");
  const name = `queries_${process.pid}_${Date.now()}`;
  const { role, password } = await makeReadingRole(world.pool, name);
  await addViewRole(world.db, { role, project_id: world.project.project_id }, new Date());
  const { host, port, database } = world.pool.options;
  const pool = new pg.Pool({ host, port, database, user: role, password, max: 1 } as pg.PoolConfig);
  const ask = async (text: string) =>
    (await pool.query(text).catch((error) => assert.fail(`${error.message}: ${text}`))).rows;
  pool.on("error", () => {});
  after(async () => {
    await pool.end();
    await world.pool.query(`drop owned by ${role}; drop role ${role}`);
  });

  const page = readFileSync("docs/views.md", "utf8");
  const inDocs = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  assert.equal(inDocs.length, 5);
  const { panels, templating } = JSON.parse(readFileSync("deploy/grafana/answers.json", "utf8"));
  type Panel = { title: string; type: string; targets: { format: string; rawSql: string }[] };
  const inGrafana = (panels as Panel[]).flatMap(({ targets }) =>
    targets.map(({ rawSql }) => asGrafana(rawSql)),
  );
  assert.equal(inGrafana.length, 10);
  const [projects] = (templating.list as { type: string; query: string }[]).filter(
    ({ type }) => type === "query",
  );
  const inMetabase = globSync("deploy/metabase/*.sql").flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [asMetabase(text, true), asMetabase(text, false)];
  });
  assert.equal(inMetabase.length, 10);
  for (const text of [...inDocs, ...inGrafana, projects?.query ?? "", ...inMetabase]) {
    const rows = await ask(text);
    assert.ok(rows.length > 0, text);
    assert.ok(
      Object.values(rows[0]).some((value) => value !== null),
      text,
    );
  }
  // What Grafana needs of a series: a time, and numbers beside one name at most.
  for (const { title, targets } of panels as Panel[]) {
    for (const { format, rawSql } of targets.filter((one) => one.format === "time_series")) {
      const [row] = await ask(asGrafana(rawSql));
      const { time, metric = "", ...values } = row;
      assert.ok(time instanceof Date && typeof metric === "string", `${title} ${format}`);
      assert.ok(Object.values(values).every((value) => !Number.isNaN(Number(value))));
    }
  }
});

/** As Grafana writes its macro and a variable with several values. */
function asGrafana(text: string): string {
  const written = text
    .replace(/\$__timeFilter\(([\w.]+)\)/g, `$1 BETWEEN '${PERIOD.from}' AND '${PERIOD.to}'`)
    .replace(/\$\{project:sqlstring\}/g, "'Acme','Another'");
  assert.doesNotMatch(written, /\$\{|\$__/, "the test knows this macro");
  return written;
}

/** As Metabase does: optional parts with all their fields filled, or left out. */
function asMetabase(text: string, isFilled: boolean): string {
  const values: Record<string, string> = {
    date_from: "date '2026-01-01'",
    date_to: "date '2026-04-10'",
    project: "'Acme'",
    domain: "'a.example'",
    model: "'a'",
    classification: "'other'",
  };
  return text
    .replace(/\[\[(.*?)\]\]/g, isFilled ? "$1" : "")
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? assert.fail(name));
}
