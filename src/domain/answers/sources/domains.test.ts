import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { listUnclassifiedDomains } from "#domain/reports/list-unclassified-domains.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { type Reading, replaceAnswer } from "../ingest/replace-answer.ts";
import { classifyDomain } from "./classify-domain.ts";

const now = () => new Date("2026-03-20T12:00:00Z");
const PAGE = { limit: 100, offset: 0 };

async function importSources(world: World, answers: { day: string; domains: string[] }[]) {
  const lines = answers.map(({ day, domains }, index) => ({
    captured_at: `${day}T10:00:00Z`,
    prompt: "Which hiking boots last longest?",
    model: "ChatGPT",
    answer: `Acme, number ${index}.`,
    sources: domains.map((domain) => ({ url: `https://${domain}/boots`, title: `On ${domain}` })),
  }));
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, lines.length);
}

async function reported(world: World) {
  const { body } = await world.rest("POST", "/reports/domains", {
    date_from: "2026-03-01",
    date_to: "2026-03-20",
  });
  return Object.fromEntries(
    body.data.map((row: Record<string, string>) => [row["domain"], row["classification"]]),
  );
}

test("what a user says a domain is is in reports at once, outlives changed brands, and can be taken back", async () => {
  const world = await makeWorld({ now });
  await importSources(world, [{ day: "2026-03-02", domains: ["trailbench.example", "acme.com"] }]);
  const context = world.context();
  const made = await run(classifyDomain, context, {
    domain: "Trailbench.example",
    classification: "editorial",
  });
  assert.deepEqual(made, {
    domain: "trailbench.example",
    classification: "editorial",
    is_classified_by_user: true,
    automatic_classification: "other",
  });
  assert.deepEqual(await reported(world), {
    "trailbench.example": "editorial",
    "acme.com": "own",
  });
  await world.rest("POST", "/brands", { name: "Trailbench", domains: ["trailbench.example"] });
  await world.runJobs();
  assert.equal((await reported(world))["trailbench.example"], "editorial");
  const back = await run(classifyDomain, context, {
    domain: "trailbench.example",
    classification: null,
  });
  assert.deepEqual([back.classification, back.is_classified_by_user], ["competitor", false]);
  assert.equal((await reported(world))["trailbench.example"], "competitor");
});

test("a site whose name says nothing becomes what its cited pages are, and a brand's when one is its owner", async () => {
  const world = await makeWorld({ now });
  const cite = async (day: string, ...paths: string[]) => {
    const line = {
      ...{ captured_at: `2026-03-${day}T10:00:00Z`, prompt: "Which pan?", model: "ChatGPT" },
      answer: `Acme, day ${day}.`,
      sources: paths.map((path) => ({ url: `https://plumo.example${path}` })),
    };
    await world.rest("POST", "/chats/import", JSON.stringify(line));
    return (await reported(world))["plumo.example"];
  };
  assert.equal(await cite("02", "/x1"), "other");
  assert.equal(await cite("03", "/best-pans"), "editorial");
  assert.equal(await cite("04", "/products/zolto-pan", "/products/brevo-pot"), "retail");
  const made = await world.rest("POST", "/brands", { name: "Plumo", domains: ["plumo.example"] });
  await world.runJobs();
  assert.equal((await reported(world))["plumo.example"], "competitor");
  await world.rest("PATCH", `/brands/${made.body.id}`, { domains: [] });
  await world.runJobs();
  assert.equal((await reported(world))["plumo.example"], "retail");
  const change = { domain: "plumo.example", classification: null };
  const { automatic_classification } = await run(classifyDomain, world.context(), change);
  assert.equal(automatic_classification, "retail");
});

test("a domain in letters of another language is the site that answers cite", async () => {
  const world = await makeWorld();
  const host = "xn--mller-kva.example";
  await importSources(world, [{ day: "2026-03-02", domains: ["müller.example"] }]);
  assert.equal((await reported(world))[host], "other");
  const made = await world.rest("POST", "/brands", { name: "Müller", domains: ["müller.example"] });
  assert.deepEqual(made.body.domains, ["müller.example"]);
  await world.runJobs();
  assert.equal((await reported(world))[host], "competitor");
  const change = { domain: "Müller.example", classification: "editorial" };
  assert.equal((await world.rest("PATCH", "/domains", change)).body.domain, host);
  assert.equal((await reported(world))[host], "editorial");
});

test("another tenant's domain is not found and stays what it was", async () => {
  const world = await makeWorld({ now });
  const other = await world.neighbour();
  await importSources(other, [{ day: "2026-03-02", domains: ["trailbench.example"] }]);
  const change = { domain: "trailbench.example", classification: "ugc" };
  await assert.rejects(run(classifyDomain, world.context(), change), { code: "NOT_FOUND" });
  assert.equal((await reported(other))["trailbench.example"], "other");
});

test("the work list has what no user classified, by citations of the last 90 days", async () => {
  const world = await makeWorld({ now });
  await importSources(world, [
    { day: "2025-11-01", domains: ["old.example", "old.example"] },
    { day: "2026-03-02", domains: ["much.example", "wikipedia.org", "acme.com"] },
    { day: "2026-03-19", domains: ["much.example", "less.example"] },
  ]);
  const listed = await run(listUnclassifiedDomains, world.context(), PAGE);
  assert.deepEqual(
    listed.data.map(({ domain, citation_count, cited_chat_count }) => [
      domain,
      citation_count,
      cited_chat_count,
    ]),
    [
      ["much.example", 2, 2],
      ["less.example", 1, 1],
      ["old.example", 0, 0],
    ],
  );
  assert.deepEqual(listed.data[0]?.pages, [
    { url: "https://much.example/boots", title: "On much.example" },
  ]);
  const part = await run(listUnclassifiedDomains, world.context(), { limit: 1, offset: 1 });
  assert.deepEqual([part.data[0]?.domain, part.total_count], ["less.example", 3]);
  // Saying that it is of no kind is a decision too: it is not asked about again.
  await run(classifyDomain, world.context(), { domain: "much.example", classification: "other" });
  const rest = await run(listUnclassifiedDomains, world.context(), PAGE);
  assert.deepEqual(
    rest.data.map(({ domain }) => domain),
    ["less.example", "old.example"],
  );
});

test("a page and its site go with the last answer that uses them: replaced, read again, or of a deleted prompt", async () => {
  const world = await makeWorld({ now });
  const { db, pool, project } = world;
  const send = (external_id: string, prompt: string, ...domains: string[]) =>
    world.rest(
      "POST",
      "/chats/import",
      JSON.stringify({
        ...{ external_id, prompt, captured_at: "2026-03-02T10:00:00Z", model: "ChatGPT" },
        ...{ answer: "Acme.", sources: domains.map((one) => ({ url: `https://${one}/john-doe` })) },
      }),
    );
  const kept = async () => {
    const { rows } = await pool.query<{ domain: string; pages: number }>(
      `select domain, count(u.url_id)::integer as pages from domains d
       left join urls u using (project_id, domain_id) where project_id = $1 group by domain order by domain`,
      [project.project_id],
    );
    return rows.map(({ domain, pages }) => `${domain} ${pages}`);
  };
  await send("a", "Which boots?", "shared.example", "first.example", "known.example");
  await send("b", "Which pans?", "shared.example", "own.example");
  const change = { domain: "known.example", classification: "ugc" as const };
  await run(classifyDomain, world.context(), change);
  await send("a", "Which boots?", "shared.example", "second.example");
  const own = ["known.example 0", "own.example 1"];
  assert.deepEqual(await kept(), [...own, "second.example 1", "shared.example 1"]);
  const { rows } = await pool.query<{ answer_id: string }>(
    "select answer_id from answers where project_id = $1 and external_id = 'a'",
    [project.project_id],
  );
  const reading: Reading = {
    ...{ status: "answered", answer: "Acme.", removed_spans: [], served_model: null },
    ...{ search_ran: null, is_cut: false, search_queries: [], extras: [] },
    sources: [{ url: "https://third.example/john-doe", title: null, retrieved: 1, cited: 1 }],
  };
  const { log } = world.base;
  await db
    .transaction()
    .execute((trx) =>
      replaceAnswer(trx, project, { answer_id: Number(rows[0]?.answer_id), reading, log }),
    );
  assert.deepEqual(await kept(), [...own, "shared.example 1", "third.example 1"]);
  const prompts = (await world.rest("GET", "/prompts")).body.data as { id: string; text: string }[];
  for (const { id } of prompts) await world.rest("DELETE", `/prompts/${id}`);
  assert.deepEqual(await kept(), ["known.example 0"]);
});
