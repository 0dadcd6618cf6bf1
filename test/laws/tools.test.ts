import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "gpt-tokenizer";
import * as z from "zod";
import { mcpListings } from "../kit/contract-files.ts";

const READ =
  "list_projects get_project list_brands list_prompts list_topics list_tags list_models list_chats get_chat list_search_queries get_brand_report get_domain_report get_url_report list_opportunities list_actions get_action list_brand_suggestions list_prompt_suggestions list_topic_suggestions get_usage list_targets list_webhooks list_project_audit explain_change get_search_query_report".split(
    " ",
  );
const WRITE =
  "update_project create_brand update_brand delete_brand create_prompts update_prompts delete_prompts create_topic update_topic delete_topic create_tag update_tag delete_tag accept_brand_suggestions reject_brand_suggestions accept_prompt_suggestions reject_prompt_suggestions accept_topic_suggestions reject_topic_suggestions start_onboarding complete_onboarding run_captures create_model update_model reopen_suggestions update_action".split(
    " ",
  );
const TOKENS_MAX = 12_000;

const Field = z.object({ description: z.string().min(5) });
const Listing = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z]+(_[a-z]+)+$/)
    .max(64),
  title: z.string().min(5),
  description: z.string().min(20).max(1024),
  inputSchema: z.strictObject({
    type: z.literal("object"),
    properties: z.record(z.string().regex(/^[a-z_]+$/), Field),
    required: z.array(z.string()).optional(),
    additionalProperties: z.literal(false),
  }),
  annotations: z.strictObject({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
  _meta: z.strictObject({ "anthropic/maxResultSizeChars": z.int() }).optional(),
});
const { tools, prompts } = mcpListings();
const listings = tools.map((tool) => Listing.parse(tool));

test("the tools are exactly those of the contract", () => {
  const names = new Set(listings.map(({ name }) => name));
  const wanted = [...READ, ...WRITE];
  assert.deepEqual(
    wanted.filter((name) => !names.has(name)),
    [],
  );
  assert.deepEqual(
    [...names].filter((name) => !wanted.includes(name)),
    [],
  );
});

test("a tool that reads is announced so; test/laws/effects.test.ts has the other hints", () => {
  for (const { name, annotations } of listings) {
    const { readOnlyHint, destructiveHint } = annotations;
    assert.equal(readOnlyHint, READ.includes(name), name);
    assert.ok(!(readOnlyHint && destructiveHint), name);
  }
});

test("a project's tools take its id first, and lists take limit and offset", () => {
  const free = ["list_projects", "start_onboarding", "complete_onboarding"];
  for (const { name, inputSchema } of listings) {
    const keys = Object.keys(inputSchema.properties);
    assert.equal(keys[0] === "project_id", !free.includes(name), name);
    assert.equal(inputSchema.required?.[0] === "project_id", !free.includes(name), name);
    if (name.startsWith("list_"))
      assert.ok(keys.includes("limit") && keys.includes("offset"), name);
  }
});

test("the whole tools/list stays under 12,000 tokens", () => {
  const tokens = encode(JSON.stringify({ tools })).length;
  assert.ok(tokens < TOKENS_MAX, `${tokens} tokens`);
  assert.ok(encode(JSON.stringify({ prompts })).length < 1_000);
});
