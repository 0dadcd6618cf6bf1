import assert from "node:assert/strict";
import { client } from "./generated/hey-api/client.gen.ts";
import {
  createTag,
  deleteTag,
  getDomainReport,
  getUsage,
  importChats,
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
const answer = {
  ...{ captured_at: "2026-11-19T08:00:00Z", prompt: "Which boots last?", model: "chatgpt" },
  ...{ answer: "Acme boots last.", sources: [{ url: "https://acme.com/boots", cited: true }] },
};
const imported = await importChats({ body: JSON.stringify(answer), bodySerializer: null });
assert.equal(imported.data?.imported, 1);
const report = await getDomainReport({
  body: { date_from: "2026-11-19", date_to: "2026-11-19" },
});
assert.deepEqual(
  report.data?.data.map(({ domain, citation_count }) => [domain, citation_count]),
  [["acme.com", 1]],
);
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
