import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { startCommands } from "../kit/own-process.ts";
import { serveApp } from "../kit/serve-app.ts";
import { makeWorld } from "../kit/world.ts";

const guide = readFileSync("docs/automation.md", "utf8");
const blocks = (kind: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${kind}\n(.*?)\`\`\``, "gs"))].map(
    (match) => match[1] ?? "",
  );
const [example = ""] = blocks("yaml");
const [plan = "", apply = "", describe = "", remote = "", ...others] = blocks("sh");

const world = await makeWorld({ name: "Fernway", domain: "fernway.example" });
const { url: EARSHOT_URL } = await serveApp(world);

const folder = await mkdtemp(join(tmpdir(), "earshot-automation-"));
after(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, "project.yaml"), example);

/** An installation with nothing but an owner, and what runs the guide's lines in it. */
async function install(name: string) {
  const data_dir = join(folder, name);
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  after(postgres.stop);
  const command = startCommands({ DATA_DIR: data_dir, EARSHOT_KEY: world.key });
  const made = await command("user", "create", "--email", "eve@fernway.example", "--role", "owner");
  assert.equal(made.code, 0, made.errors);
  return (line: string, ...more: string[]) => {
    const [start, words] = line.trim().split(" -- ");
    assert.equal(start, "npm run --silent earshot");
    const filled = (words ?? "").split(" ").map((word) => {
      if (word === "project.yaml") return join(folder, word);
      return word === '"$EARSHOT_URL"' ? EARSHOT_URL : word;
    });
    return command(...filled, ...more);
  };
}

test("the guide's file is planned, applied once, and exported into an empty installation", async () => {
  const here = await install("here");
  const planned = await here(plan);
  assert.equal(planned.code, 0, planned.errors);
  assert.match(planned.output, /^\+ project\n {4}name: Fernway\n/);
  assert.match(planned.output, /^\+ brand Umbra\n {4}domains: /m);
  assert.match(planned.output, /^! assistant GPT is not asked until it has the .*OPENAI_API_KEY/m);
  const tail = planned.output.slice(planned.output.indexOf("11 to add"));
  assert.match(
    tail,
    /^11 to add, 3 to change, 0 to delete\.\nA scheduled day: 0 answers, 0\.00 USD -> \d+ answers?, \d+\.\d\d USD\.\nNothing is changed yet: /,
  );
  assert.equal((await here(describe)).code, 1);

  const applied = await here(apply);
  assert.equal(applied.code, 0, applied.errors);
  assert.match(applied.output, /Done\.\nSecret of the webhook .*: whsec_\S{40,}/);
  assert.match(applied.output, /Invitation of ann@fernway\.example, .*\/invitations\/\S{20,}/);
  const again = await here(apply);
  assert.match(again.output, /^Nothing to change\.$/m);
  assert.doesNotMatch(again.output, /^[+~-] /m);

  const described = await here(describe);
  assert.equal(described.code, 0, described.errors);
  const there = await install("there");
  await writeFile(join(folder, "project.yaml"), described.output);
  // Two processes at once make one project.
  const beside = startCommands({ DATA_DIR: join(folder, "there") });
  const file = join(folder, "project.yaml");
  await Promise.all([there(plan), beside("apply", file)]);
  const both = await Promise.all([there(apply), beside("apply", file, "--yes")]);
  assert.deepEqual(
    both
      .map(({ output, errors }) => errors + /Done\.|Nothing to change\./.exec(output)?.[0])
      .sort(),
    ["Done.", "Nothing to change."],
  );
  assert.equal((await there(describe)).output, described.output);
  assert.match((await there(plan)).output, /^Nothing to change\.$/m);

  await writeFile(join(folder, "project.yaml"), example.replace("topic: Preis", "topic: Preise"));
  const wrong = await here(plan);
  assert.deepEqual([wrong.code, wrong.output], [1, ""]);
  const line = example.split("\n").findIndex((text) => text.includes("topic: Preis")) + 1;
  assert.ok(wrong.errors.includes(`project.yaml:${line}: prompts[1].topic: there is no topic`));
  await writeFile(join(folder, "project.yaml"), example);

  const far = await here(remote, "--yes");
  assert.equal(far.code, 0, far.errors);
  assert.match(far.output, /^! webhook https:\/\/hooks\.example\/earshot takes a person/m);
  assert.match(far.output, /^! members: a key neither reads nor changes them/m);
  assert.equal((await world.rest("GET", "/prompts")).body.total_count, 2);
  const rest = await here(remote, "--yes");
  assert.match(rest.output, /^Nothing to change\.$/m);
});

test("the guide has these commands and no others", () => {
  assert.deepEqual(others, []);
  assert.equal(blocks("yaml").length, 1);
});
