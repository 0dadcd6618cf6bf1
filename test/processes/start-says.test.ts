import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startProcess } from "../kit/own-process.ts";
import { urlOf } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "earshot-says-"));
after(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const OTHER = join(DATA_DIR, "other");
const DATABASE_URL = urlOf(await makeWorld());

/** The lines of the log of a server until it listens. */
async function linesOf(environment: Record<string, string>): Promise<Record<string, unknown>[]> {
  const server = startProcess(["src/main.ts"], {
    ...{ DATABASE_URL, DATA_DIR, PORT: "0", WORKER: "off", DASHBOARD: "off" },
    ...environment,
  });
  await waitFor("its start", () => {
    assert.equal(server.child.exitCode, null, server.printed());
    return server.printed().includes('"msg":"listening"');
  });
  server.child.kill();
  const { output } = await server.ended;
  return output.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
}

test("an unknown version is warned of, with what to set", async () => {
  const warned = async (GIT_COMMIT: string) =>
    (await linesOf({ GIT_COMMIT })).filter(({ msg }) => /^the version is unknown/.test(`${msg}`));
  assert.deepEqual(await warned("abc"), []);
  const [line] = await warned("unknown");
  assert.deepEqual([line?.["level"], line?.["todo"]], [40, "set GIT_COMMIT"]);
});

test("a start says which database and folder it works on, and warns of a key that it makes beside a database elsewhere", async () => {
  const first = await linesOf({});
  const { database, data_dir } = first.find(({ msg }) => msg === "database") ?? {};
  assert.equal(data_dir, DATA_DIR);
  const [, name = "", place = ""] = /^(\w+) at (.+)$/.exec(`${database}`) ?? [];
  assert.deepEqual(
    [`/${name}`, /^(a socket|.+:\d+)$/.test(place)],
    [new URL(DATABASE_URL).pathname, true],
  );
  const ofKeys = (lines: typeof first) =>
    lines.filter(({ msg }) => /^a key was made/.test(`${msg}`)).map(({ path }) => path);
  assert.deepEqual(ofKeys(first), []);
  assert.deepEqual(ofKeys(await linesOf({ ENCRYPTION_KEY: "given", DATA_DIR: OTHER })), []);
  assert.deepEqual(ofKeys(await linesOf({ DATA_DIR: OTHER })), [join(OTHER, "encryption.key")]);
});
