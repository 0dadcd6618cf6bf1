import assert from "node:assert/strict";
import { test } from "node:test";
import { type RealServer, startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, openBrowser, openPage, skip } from "./browser.ts";
import { look } from "./check-page.ts";

const LOOKS: Look[] = [
  { width: 390, height: 844, dark: true },
  { width: 1440, height: 900, dark: false },
];
const PASSWORD = "four random words here";

/** The address that a server without a user prints soon after its start. */
async function addressIn(server: RealServer): Promise<string> {
  for (let round = 0; round < 100; round++) {
    const found = /"open":"([^"]+)"/.exec(server.output())?.[1];
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  return server.output();
}

for (const view of LOOKS) {
  test(`from the address in the log to an owner and an invited member, at ${view.width} px`, {
    skip,
  }, async () => {
    const world = await makeWorld();
    await world.pool.query("truncate organisations, users cascade");
    const server = await startServer(world);
    const address = await addressIn(server);
    assert(address.startsWith(`${server.origin}/setup?token=`), address);
    assert.match(server.output().split("listening").at(-1) ?? "", /setup\?token=/, "it comes last");

    const page = await openPage(view, server.origin);
    await page.goto(address);
    await look(page, "setup", view);
    await page.getByLabel("Organisation").fill("Acme");
    await page.getByLabel("Your e-mail").fill("owner@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await Promise.all([
      page.waitForURL(`${server.origin}/`),
      page.getByRole("button", { name: "Create account" }).click(),
    ]);

    const call = async (name: string, data: Record<string, unknown>) => {
      const headers = { origin: server.origin };
      const answer = await page.request.post(`${server.origin}/app/call/${name}`, {
        headers,
        data,
      });
      return answer.json();
    };
    const me = await call("get_me", {});
    const organisation_id = me.organisations[0].id;
    const email = "guest@example.com";
    const { url } = await call("invite_member", { organisation_id, email, role: "viewer" });
    const guest = await (await openBrowser(view)).newPage();
    await guest.goto(url);
    await look(guest, "invitation", view);
    await guest.getByLabel("Your name").fill("Gus");
    await guest.getByLabel("Choose a password").fill(PASSWORD);
    await Promise.all([
      guest.waitForURL(`${server.origin}/`),
      guest.getByRole("button", { name: "Create account and join" }).click(),
    ]);
    const members = await call("list_members", { organisation_id });
    assert.deepEqual(
      members.data.map(({ email, role }: Record<string, string>) => [email, role]),
      [
        [email, "viewer"],
        ["owner@example.com", "owner"],
      ],
    );
    await guest.goto(url);
    await look(guest, "invitation-spent", view);
    await world.db.deleteFrom("users").execute();
    assert.equal(await server.stop(), 0, "open browsers do not hold a server up");
  });
}
