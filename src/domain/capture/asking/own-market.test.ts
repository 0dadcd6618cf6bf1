import assert from "node:assert/strict";
import { test } from "node:test";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { insertLabel } from "#domain/labels/label-queries.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { parametersFor } from "./own-market.ts";

test("a simulated assistant is told the project's brands and topics, no other one is", async () => {
  const { db, project } = await makeWorld();
  await insertBrand(db, project, { name: "Globex", domains: ["globex.com"] });
  await insertBrand(db, project, { name: "Söhne & Co" });
  await insertLabel(db, project, { kind: "topic", name: "Boots" });
  const parameters = { temperature: 1 };
  const told = await parametersFor(db, project, { provider: "simulated", parameters });
  const { metadata, ...kept } = told as { metadata: { market: string }; temperature: number };
  assert.deepEqual(kept, parameters);
  const { own, competitors, topics } = JSON.parse(metadata.market);
  assert.equal(own.name, "Acme");
  assert.deepEqual(
    competitors.map(({ name, domain }: Record<string, string>) => [name, domain]),
    [
      ["Globex", "globex.com"],
      ["Söhne & Co", "s-hne-co.example"],
    ],
  );
  assert.deepEqual(topics, ["Boots"]);
  const set = { metadata: { market: "{}" } };
  assert.equal(await parametersFor(db, project, { provider: "simulated", parameters: set }), set);
  assert.equal(await parametersFor(db, project, { provider: "openai", parameters }), parameters);
});
