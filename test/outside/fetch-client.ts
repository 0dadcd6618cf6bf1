import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./generated/schema.d.ts";

// A client from openapi-typescript and openapi-fetch: lists, creates, reports, rejects.
const { EARSHOT_URL = "", EARSHOT_KEY = "", SUGGESTION_ID = "" } = process.env;
const client = createClient<paths>({
  baseUrl: `${EARSHOT_URL}/api/v1`,
  headers: { "X-API-Key": EARSHOT_KEY },
});

const made = await client.POST("/topics", { body: { name: "Made by openapi-fetch" } });
assert.equal(made.data?.name, "Made by openapi-fetch");
const again = await client.POST("/topics", { body: { name: "made by OPENAPI-FETCH" } });
assert.equal(again.error?.error.code, "CONFLICT");
const topics = await client.GET("/topics", { params: { query: { limit: 1000 } } });
assert.ok(topics.data?.data.some(({ id }) => id === made.data?.id));
const brands = await client.GET("/brands", {});
assert.equal(brands.data?.data[0]?.is_own, true);
const brand_id = brands.data?.data[0]?.id ?? "";
const renamed = await client.PATCH("/brands/{brand_id}", {
  params: { path: { brand_id } },
  body: { color: "#112233" },
});
assert.equal(renamed.data?.color, "#112233");
const usage = await client.GET("/usage", {});
assert.equal(usage.data?.used.brands, 1);
const answer = {
  ...{ captured_at: "2026-11-20T08:00:00Z", prompt: "Which shoes last?", model: "chatgpt" },
  ...{ answer: "Acme shoes last.", sources: [{ url: "https://acme.com/shoes", cited: true }] },
};
const imported = await client.POST("/chats/import", {
  body: JSON.stringify(answer),
  bodySerializer: (lines) => lines,
  headers: { "Content-Type": "application/x-ndjson" },
});
assert.equal(imported.data?.failed.length, 0);
const report = await client.POST("/reports/brands", {
  body: { date_from: "2026-11-20", date_to: "2026-11-20", dimensions: ["model_id"] },
});
assert.deepEqual(
  report.data?.data.map(({ brand, model_id, visibility }) => [brand.name, model_id, visibility]),
  [["Acme", "mdl_chatgpt", 1]],
);
const refused = await client.POST("/reports/brands", {
  body: { date_from: "2026-11-20", date_to: "2026-11-19" },
});
assert.equal(refused.error?.error.code, "VALIDATION_ERROR");
const rejected = await client.POST("/suggestions/brands/reject", {
  body: { suggestion_ids: [SUGGESTION_ID] },
});
assert.deepEqual(
  rejected.data?.data.map(({ id, status }) => [id, status]),
  [[SUGGESTION_ID, "rejected"]],
);
process.stdout.write("openapi-fetch: ok\n");
