import assert from "node:assert/strict";
import { client } from "./generated/hey-api/client.gen.ts";
import {
  createTag,
  deleteTag,
  getUsage,
  listBrandSuggestions,
  listTags,
  rejectBrandSuggestions,
} from "./generated/hey-api/sdk.gen.ts";

// A client from @hey-api/openapi-ts: lists, creates, reports, rejects.
const { EARSHOT_URL = "", EARSHOT_KEY = "", SUGGESTION_ID = "" } = process.env;
client.setConfig({ baseUrl: `${EARSHOT_URL}/api/v1`, auth: EARSHOT_KEY });

const made = await createTag({ body: { name: "Made by hey-api", color: "#2563eb" } });
assert.equal(made.data?.color, "#2563eb");
const tag_id = made.data?.id ?? "";
const tags = await listTags({ query: { limit: 1000 } });
assert.ok(tags.data?.data.some(({ id }) => id === tag_id));
const deleted = await deleteTag({ path: { tag_id } });
assert.equal(deleted.response?.status, 204);
const usage = await getUsage();
assert.equal(usage.data?.plan, "brand/enterprise");
const open = await listBrandSuggestions({ query: { status: "open" } });
assert.deepEqual(
  open.data?.data.map(({ id }) => id),
  [SUGGESTION_ID],
);
const rejected = await rejectBrandSuggestions({ body: { suggestion_id: SUGGESTION_ID } });
assert.equal(rejected.data?.data[0]?.status, "rejected");
const unknown = await rejectBrandSuggestions({ body: { suggestion_id: "sug_zzzzzzzz" } });
assert.equal(unknown.error?.error.code, "NOT_FOUND");
process.stdout.write("hey-api: ok\n");
