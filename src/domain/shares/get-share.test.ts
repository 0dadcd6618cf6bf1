import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { authenticateShare } from "./authenticate-share.ts";
import { createShareLink } from "./create-share-link.ts";
import { getShare } from "./get-share.ts";

test("a link that is limited to what was deleted says so at once", async () => {
  const world = await makeWorld();
  for (const kind of ["topic", "tag"]) {
    const { body: made } = await world.rest("POST", `/${kind}s`, { name: "Boots" });
    const { url } = await run(createShareLink, world.context(), {
      ...{ name: "For the board", page: "sources", last_days: 30 },
      filters: [
        { field: `${kind}_id`, operator: "in", values: [made.id] },
        { field: "classification", operator: "in", values: ["editorial"] },
      ],
    });
    const { context } = await authenticateShare(world.base, url.split("/").at(-1) ?? "");
    assert.equal((await run(getShare, context, {})).filters.length, 2);
    await world.rest("DELETE", `/${kind}s/${made.id}`);
    await assert.rejects(run(getShare, context, {}), {
      code: "NOT_FOUND",
      message: "Something that this link is limited to, such as a topic or a tag, was deleted.",
    });
  }
});
