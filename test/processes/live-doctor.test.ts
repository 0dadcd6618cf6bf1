import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { run } from "#core/run.ts";
import { createTarget } from "#domain/capture/targets/create-target.ts";
import { openProject, withInstallation } from "../../src/commands/open-command.ts";
import { startCommands } from "../kit/own-process.ts";
import { PROVIDER_ANSWERS } from "../kit/provider-answers.ts";
import { type SeenRequest, startProviderServer } from "../kit/provider-server.ts";

const data_dir = await mkdtemp(join(tmpdir(), "earshot-live-"));
after(() => rm(data_dir, { recursive: true, force: true }));
const environment = {
  DATA_DIR: data_dir,
  INIT_PROJECT_NAME: "Acme",
  INIT_PROJECT_DOMAIN: "acme.example",
};
Object.assign(process.env, environment);
const command = startCommands(environment);
const KEY = "key-0123456789abcdef";

/** Answers as three providers do: one as it should, one without a forced search, one not at all. */
const provider = await startProviderServer((response, { url, body }: SeenRequest) => {
  const says = (status: number, content: unknown) =>
    void response.writeHead(status).end(JSON.stringify(content));
  if (url === "/openai/responses") return says(200, PROVIDER_ANSWERS["openai"]);
  if (url === "/xai/responses") {
    return says(400, { code: "invalid", error: `Incorrect API key provided: ${KEY}.` });
  }
  const message = 'tool_choice: type "tool" and "any" are not supported for this model.';
  const refused = { type: "error", error: { type: "invalid_request_error", message } };
  const isForced = "tool_choice" in (body as object);
  return isForced ? says(400, refused) : says(200, PROVIDER_ANSWERS["anthropic"]);
});
after(provider.close);

test("each assistant is asked once, when its cost is agreed to; what held is said, without a key or a name", async () => {
  assert.match((await command("doctor", "--live", "--yes")).errors, /no active assistant/);
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  after(postgres.stop);
  await withInstallation(async (opened) => {
    const context = await openProject(opened, undefined);
    for (const name of ["openai", "anthropic", "xai"]) {
      await run(createTarget, context, {
        ...{ provider: name, name: `Secret ${name}`, requested_model: `${name}-1` },
        ...{ base_url: `${provider.base_url}/${name}`, api_key: KEY },
      });
    }
  });
  const unasked = await command("doctor", "--live");
  assert.equal(unasked.code, 1);
  assert.match(unasked.errors, /to each of 3 assistants costs about \d+\.\d+ USD.*\nAdd --yes/);
  assert.equal(provider.seen.length, 0, "nothing is asked before somebody agrees");

  const { code, output, errors } = await command("doctor", "--live", "--yes");
  assert.equal(code, 1, errors);
  const part = (name: string) => output.split("\n\n").find((text) => text.startsWith(name)) ?? "";
  assert.match(part("openai openai-1"), /held +Answered.*held +search: forced, ran/s);
  assert.match(part("openai"), /held +queries told: 1.*held +sources told: 2/s);
  assert.match(part("openai"), /served by: model-x-2026-11-01.*cost: [\d.]+ USD, estimated/s);
  assert.match(part("anthropic"), /search: chosen, ran.*NOT +refused: tool_choice/s);
  assert.match(part("xai"), /NOT +HTTP 400: Incorrect API key provided: \[redacted\]/);
  assert.match(output, /1 of 3 do not answer\.\n$/);
  assert.doesNotMatch(output + errors, /key-0123|0123456789abcdef|Secret|Acme|127\.0\.0\.1/);
  assert.equal(provider.seen.length, 4, "one question each, and one asked again without a part");
});

test("what is wrong with an assistant is said without asking it: since when, its provider's words, what to do", async () => {
  await withInstallation(async ({ base }) => {
    await sql`insert into health_problems (project_id, model_id, problem, since, noticed_at, message, said)
      select project_id, model_id, 'key_refused', '2026-11-20T03:20:00Z', now(), 'Its provider refuses the key.',
        'HTTP 401: No such key.' from models where name = 'Secret xai'`.execute(base.db);
  });
  const before = provider.seen.length;
  const { output } = await command("doctor");
  const line = output.split("\n").find((text) => text.includes("Secret xai")) ?? "";
  assert.match(line, /^note {5}Assistants: Secret xai of Acme, since 2026-11-20 03:20 UTC: /);
  assert.match(line, /refuses the key\. “HTTP 401: No such key\.” Put in a valid key/);
  assert.equal(provider.seen.length, before);
});

test("doctor and migrate count the same migrations", async () => {
  const counts = [await command("doctor"), await command("migrate")].map(
    ({ output }) => /Migrations: all (\d+)|(\d+) migrations/.exec(output)?.slice(1).join("") ?? "",
  );
  assert.match(counts[0] ?? "", /^\d+$/);
  assert.equal(counts[0], counts[1]);
});
