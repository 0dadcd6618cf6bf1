import { decodeId, encodeId } from "#core/id.ts";
import { storeDemoDays } from "#domain/demo/fill-demo.ts";
import { addUser, call, signedIn } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const ORIGIN = { "sec-fetch-site": "same-origin" };

/** A server with a demo of so many days: who may enter it, where its pages are, and what an operation of it answers. */
export async function makeDemo({ days }: { days: number }) {
  const world = await makeWorld();
  const organisation_id = encodeId("org", world.project.organisation_id);
  const { visitor } = await signedIn(world, "admin");
  const { body } = await call(visitor, "create_demo", { organisation_id }, ORIGIN);
  await storeDemoDays(world.context(), { project_id: decodeId("prj", body.id) }, { days });
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const user = await addUser(world);
  const ask = async (name: string, input: object) =>
    (await call(visitor, name, { project_id: body.id, ...input }, ORIGIN)).body;
  return { server, user, ask, at: `${server.origin}/projects/${body.id}` };
}
