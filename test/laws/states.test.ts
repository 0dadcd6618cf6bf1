import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const SCHEMA = readFileSync("migrations/schema.sql", "utf8");
const CODE = globSync("src/domain/**/*.ts")
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

type Change = { from: string; to: string; file: string; name: string };

/** The machines of docs/states.md by their table. */
const MACHINES = readFileSync("docs/states.md", "utf8")
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    table: /^`(\w+)`/.exec(section)?.[1] ?? "",
    drawn: [...section.matchAll(/^ {2}(\S+) --> (\S+?)(?::|$)/gm)].map(
      ([, from, to]) => `${from} ${to}`,
    ),
    changes: [...section.matchAll(/^\| (\w+) \| (\w+) \| [^|]+ \| `([^`]+)` `(\w+)` \|$/gm)].map(
      ([, from = "", to = "", file = "", name = ""]): Change => ({ from, to, file, name }),
    ),
  }));

/** A function's text, from its name to the brace that closes it. */
function bodyOf({ file, name }: Pick<Change, "file" | "name">): string {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(`function ${name}(`);
  return start < 0 ? "" : text.slice(start, text.indexOf("\n}\n", start));
}

test("the drawn states are those that the schema allows", () => {
  assert.deepEqual(
    MACHINES.map(({ table }) => table),
    ["capture_tasks", "brands", "suggestions"],
  );
  for (const { table, drawn } of MACHINES) {
    const check =
      new RegExp(`constraint ${table}_status_check CHECK [^\\n]*`).exec(SCHEMA)?.[0] ?? "";
    const allowed = [...check.matchAll(/'(\w+)'/g)].map(([, state = ""]) => state);
    const states = new Set(drawn.flatMap((change) => change.split(" ")));
    for (const outside of ["[*]", "gone"]) states.delete(outside);
    assert.deepEqual([...states].sort(), allowed.sort(), table);
  }
});

test("every drawn change is explained, and made by the function that it names", () => {
  for (const { table, drawn, changes } of MACHINES) {
    const inside = drawn.filter((change) => !change.includes("[*]")).sort();
    const documented = [...new Set(changes.map(({ from, to }) => `${from} ${to}`))].sort();
    assert.deepEqual(documented, inside, table);
    for (const change of changes) {
      const made =
        change.to === "gone" ? `delete from ${table}` : `["']${change.to}["']|\\{ status,`;
      const body = bodyOf(change).replaceAll(/status = \$\{status\}/g, "{ status,");
      assert.match(body, new RegExp(made), `${change.name} makes ${change.to}`);
    }
  }
});

test("nothing else writes the state of a task", () => {
  const named = new Set(MACHINES[0]?.changes.map(({ name }) => name));
  const writers = CODE.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:update|insert into) capture_tasks\b[^`]*?\bset status\b/g)].map(
      ({ index }) => {
        const name = [...text.slice(0, index).matchAll(/function (\w+)\(/g)].at(-1)?.[1] ?? "";
        return { file, name };
      },
    ),
  );
  assert.ok(writers.length >= 6, `${writers.length} places write it`);
  // `endTask` writes what `claimNext` decides.
  const others = writers.filter(({ name }) => name !== "endTask" && !named.has(name));
  assert.deepEqual(others, []);
});
