import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../src/config.ts";
import { settleReach } from "../../src/installation.ts";

const baseUrl = (BASE_URL?: string) =>
  readConfig({ PORT: "9100", ...(BASE_URL && { BASE_URL }) }).BASE_URL;

test("DATABASE_POOL is 5 to 500 connections, 10 unless said", () => {
  assert.equal(readConfig({}).DATABASE_POOL, 10);
  assert.equal(readConfig({ DATABASE_POOL: "40" }).DATABASE_POOL, 40);
  for (const bad of ["4", "501", "many"]) {
    assert.throws(() => readConfig({ DATABASE_POOL: bad }), /DATABASE_POOL/);
  }
});

test("BASE_URL is an origin as browsers write it, since clients compare it letter by letter", () => {
  for (const [given, used] of [
    [undefined, "http://localhost:9100"],
    ["https://earshot.example.com", "https://earshot.example.com"],
    ["https://earshot.example.com/", "https://earshot.example.com"],
    ["https://Earshot.Example.com:443//", "https://earshot.example.com"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ] as const) {
    assert.equal(baseUrl(given), used);
  }
  for (const bad of [
    "https://example.com/earshot",
    "https://a:b@example.com",
    "https://example.com?x=1",
    "example.com",
    "ftp://example.com",
  ]) {
    assert.throws(() => baseUrl(bad), /BASE_URL/, bad);
  }
});

test("models reach private addresses while there is one organisation, and as the operator says in any case", async () => {
  const settled = async (organisations: number, ENGINES_ALLOW_PRIVATE?: string) => {
    const config = readConfig({ ...(ENGINES_ALLOW_PRIVATE && { ENGINES_ALLOW_PRIVATE }) });
    const query = async () => ({ rowCount: Math.min(2, organisations) });
    return (await settleReach(config, { query } as never)).ENGINES_ALLOW_PRIVATE;
  };
  assert.deepEqual(await Promise.all([0, 1, 2].map((count) => settled(count))), [
    "on",
    "on",
    "off",
  ]);
  assert.deepEqual([await settled(2, "on"), await settled(1, "off")], ["on", "off"]);
});

test("a database's address has its scheme, or is of a socket: another text would be taken for something else", () => {
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
    for (const bad of ["earshot", "localhost:5432/earshot", "mysql://u@127.0.0.1/d"])
      assert.throws(
        () => readConfig({ [name]: bad }),
        new RegExp(`${name}: must begin with postgres`),
      );
    for (const good of [
      "postgres://a/b",
      "postgresql:///b?host=/run",
      "socket:/run?db=b",
      "/run b",
    ])
      assert.equal(readConfig({ [name]: good })[name as "DATABASE_URL"], good);
  }
});

test("a key is refused without a project, whose it would be", () => {
  const INIT_API_KEY = "a-key-for-scripts";
  assert.throws(() => readConfig({ INIT_API_KEY }), /: INIT_API_KEY: needs INIT_PROJECT_NAME/);
  assert.equal(readConfig({ INIT_API_KEY, INIT_PROJECT_NAME: "A" }).INIT_API_KEY, INIT_API_KEY);
});

test("a setting of blanks is one that is not set, and no zero", () => {
  const { RATE_LIMIT_PER_MINUTE, PORT } = readConfig({ RATE_LIMIT_PER_MINUTE: " ", PORT: "\t" });
  assert.deepEqual([RATE_LIMIT_PER_MINUTE, PORT], [200, 8787]);
});
