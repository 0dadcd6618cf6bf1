import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";
import { bootstrap } from "./bootstrap.ts";

test("the first project has a name that can be seen, and a domain", async () => {
  const { db } = await makeWorld();
  const make = (name: string, domain: string) =>
    bootstrap(db, {
      plan: "brand/enterprise",
      owner: null,
      project: { name, domain },
      api_key: null,
    });
  await assert.rejects(make("\u200B\u2060", "acme.example"), /^Error: INIT_PROJECT_NAME must have/);
  await make("Kestrelwick", "kestrelwick.example");
  await make(" Kestrelwick ", "kestrelwick.example");
  const { length } = await db
    .selectFrom("projects")
    .where("name", "=", "Kestrelwick")
    .select("name")
    .execute();
  assert.equal(length, 1);
  await assert.rejects(make("Kestrel", "not a domain"), /^Error: INIT_PROJECT_DOMAIN /);
});
