import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { fillWeeks } from "../../../test/kit/weeks.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const now = () => new Date("2026-03-09T09:00:00Z");

/** A world with two brands, two topics and two tags, and a way to look at links to its week. */
async function begin() {
  const world = await makeWorld({ now });
  await fillWeeks(world, "2026-02-23", [{ named: 3 }, { named: 3 }]);
  const { visitor } = await signedIn(world);
  const { id: project_id } = world.project;
  const ids: Record<string, string[]> = { topic_id: [], tag_id: [] };
  for (const kind of ["topic", "tag"])
    for (const name of ["Boots", "Project X"]) {
      const made = await call(visitor, `create_${kind}`, { project_id, name });
      ids[`${kind}_id`]?.push(made.body.id);
    }
  /** Calls as the holder of a new link to the week does. */
  const share = async (input: object) => {
    const made = await call(visitor, "create_share_link", {
      ...{ project_id, name: "For the board", page: "week", last_days: 7, ...input },
    });
    assert.equal(made.status, 201, made.text);
    const token = made.body.url.split("/").at(-1);
    return (name: string, body: object = {}) =>
      visitorOf(world).send(`/app/share/${token}/call/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
  };
  const brands = (await call(visitor, "list_brands", { project_id })).body.data;
  return { share, ids, rival: brands[1].id };
}

test("a week of the own brand alone tells nothing of brands that it leaves out", async () => {
  const { share, rival } = await begin();
  const other = { field: "not_brand_id", operator: "not_in", values: [rival] };
  for (const given of [{}, { include_actions: true }, { filters: [other] }]) {
    const look = await share(given);
    assert.equal((await look("get_week")).status, 200);
    for (const field of ["brand_id", "not_brand_id", "first_brand_id", "prompt_brand_id"])
      for (const id of [rival, encodeId("brd", 999_999)]) {
        const filters = [{ field, operator: "in", values: [id] }];
        const { status, body } = await look("get_week", { filters });
        assert.deepEqual([status, body.error.message], [404, `There is no brand ${id}.`], field);
      }
  }
});

test("a link to a week names the topics and tags of its filters, and no others", async () => {
  const { share, ids } = await begin();
  for (const field of ["topic_id", "tag_id"]) {
    const list = field === "topic_id" ? "list_topics" : "list_tags";
    const [boots] = ids[field] ?? [];
    for (const [operator, shown] of [
      ["in", [boots]],
      ["not_in", []],
    ]) {
      const look = await share({ filters: [{ field, operator, values: [boots] }] });
      const { data, total_count } = (await look(list)).body;
      assert.deepEqual(
        [data.map(({ id }: { id: string }) => id), total_count],
        [shown, shown?.length],
      );
    }
    const { body } = await (await share({}))(list);
    assert.deepEqual([body.data, body.total_count], [[], 0]);
  }
});
