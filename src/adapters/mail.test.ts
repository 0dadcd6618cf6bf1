import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { mailLater } from "#domain/accounts/mail.ts";
import { startMailServer } from "../../test/kit/mail-server.ts";
import { makeWorld } from "../../test/kit/world.ts";
import { findMailTrouble, makeMail } from "./mail.ts";

const MAIL = { subject: "S", text: "T" };
const TIMES = { silent_ms: 500, take_ms: 1_500 };

/**
 * A mail server that stops at a step with some receivers, for a while where that is given, and takes the mail of all others.
 */
async function startHanging(
  at: "connect" | "EHLO" | "RCPT" | "DATA" | "." | "drip",
  { resumes_ms = Number.POSITIVE_INFINITY } = {},
) {
  const taken: string[] = [];
  const message_ids: string[] = [];
  const tried: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    let to = "";
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const isStuck = (step: string) => step === at && !to.includes("well");
    if (at !== "connect") say("220 here");
    const begun = performance.now();
    const isOver = () => performance.now() - begun > resumes_ms;
    const drip = async () => {
      for (; !socket.destroyed && !isOver(); await sleep(200)) say("250-still here");
      if (!socket.destroyed) say("250 well");
    };
    const take = () => {
      taken.push(to);
      say("250 taken");
    };
    socket.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\r\n").filter(Boolean)) {
        if (isData) {
          if (/^message-id:/i.test(line)) message_ids.push(line);
          if (line !== ".") continue;
          isData = false;
          if (!isStuck(".")) take();
          else if (Number.isFinite(resumes_ms)) setTimeout(take, resumes_ms);
          continue;
        }
        const [verb = ""] = line.split(/[ :]/);
        if (verb === "RCPT") {
          to = line;
          tried.push(to);
        }
        if (verb === "RCPT" && isStuck("drip")) void drip();
        else if (isStuck(verb)) {
          if (Number.isFinite(resumes_ms)) setTimeout(() => say("250 well"), resumes_ms);
        } else if (verb === "DATA") {
          isData = true;
          say("354 go on");
        } else say(verb === "QUIT" ? "221 bye" : "250 well");
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert(address && typeof address === "object");
  return { url: `smtp://127.0.0.1:${address.port}`, taken, tried, message_ids };
}

test("a mail server that hangs, at whatever step, or never comes to an end is left in a bounded time, to be tried again", async () => {
  for (const at of ["connect", "RCPT", "DATA", ".", "drip"] as const) {
    const { url, taken } = await startHanging(at);
    const send = makeMail(url, "earshot@example.com", TIMES);
    const begun = performance.now();
    const failed = await send({ to: "stuck@example.com", ...MAIL });
    const took_ms = performance.now() - begun;
    assert.equal(failed?.is_final, false, `${at}: ${failed?.error}`);
    assert.ok(took_ms < 5_000, `${at}: ${took_ms} ms`);
    assert.deepEqual(taken, [], at);
    if (at === "connect") continue;
    assert.equal(await send({ to: "well@example.com", ...MAIL }), null, `${at}: others' mail`);
  }
});

test("while one mail hangs the others are sent, and it is tried six times", async () => {
  const { url, taken, tried } = await startHanging("RCPT");
  const world = await makeWorld({ smtp_url: url });
  const base = { ...world.base, mail: makeMail(url, "earshot@example.com", TIMES) };
  world.base.mail = base.mail;
  for (const name of ["stuck", "well-1", "well-2"]) {
    await mailLater(base, { to: `${name}@example.com`, ...MAIL });
  }
  await world.runJobs();
  assert.deepEqual(
    taken.map((line) => /<(.*)@/.exec(line)?.[1]),
    ["well-1", "well-2"],
  );
  assert.equal(tried.filter((line) => line.includes("stuck")).length, 6);
});

test("a mail server that looks at a mail for long before it takes it gets it once", async () => {
  const { url, taken } = await startHanging(".", { resumes_ms: 2 * TIMES.silent_ms });
  const send = makeMail(url, "earshot@example.com", TIMES);
  assert.equal(await send({ to: "stuck@example.com", ...MAIL }), null);
  assert.equal(taken.length, 1);
});

test("a mail that was given up is not sent when the server comes to its senses", async () => {
  const { url, taken } = await startHanging("drip", { resumes_ms: 2 * TIMES.take_ms });
  const send = makeMail(url, "earshot@example.com", TIMES);
  const failed = await send({ to: "stuck@example.com", ...MAIL });
  assert.deepEqual(failed, { error: "ETIMEDOUT", is_final: false });
  await sleep(2 * TIMES.take_ms);
  assert.deepEqual(taken, []);
});

for (const resumes_ms of [Number.POSITIVE_INFINITY, 1_000])
  test(`a mail server that is silent after its greeting, ${Number.isFinite(resumes_ms) ? "for a while" : "for good"}, fails a mail, and not the process`, async () => {
    const { url, taken } = await startHanging("EHLO", { resumes_ms });
    const send = makeMail(url, "earshot@example.com", { silent_ms: 300, take_ms: 2_000 });
    const failed = await send({ to: "stuck@example.com", ...MAIL });
    assert.deepEqual(failed, { error: "ETIMEDOUT", is_final: false });
    await sleep(1_500);
    assert.deepEqual(taken, []);
  });

test("a mail that is sent again is the same one to whoever got it before, whatever its link is sealed with", async () => {
  const { url, message_ids: ids } = await startHanging(".");
  const send = makeMail(url, "earshot@mail.example", TIMES);
  const letter = (token: string, text: string) => {
    const unsubscribe = `https://earshot.example/unsubscribe/${token}`;
    return { to: "well@example.com", subject: "S", text: `${text}\n${unsubscribe}`, unsubscribe };
  };
  for (const one of [letter("a", "T"), letter("b", "T"), letter("b", "U")]) await send(one);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
  assert.match(ids[0] ?? "", /^Message-ID: <[\w-]+@mail\.example>$/);
});

test("whether a server takes mail is found out without a mail: one that is away, silent or refuses the password does not", async () => {
  const refusing = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: (_, __, done) => done(Object.assign(new Error("no"), { responseCode: 535 })),
  });
  await new Promise<void>((ready) => refusing.listen(0, "127.0.0.1", ready));
  after(() => refusing.close());
  const { port } = refusing.server.address() as AddressInfo;
  assert.equal(await findMailTrouble(`smtp://me:wrong@127.0.0.1:${port}`), "EAUTH 535");
  assert.equal(await findMailTrouble((await startMailServer()).url), null);
  assert.match((await findMailTrouble("smtp://127.0.0.1:9")) ?? "", /^ESOCKET|^ECONN/);
  const { url } = await startHanging("connect");
  assert.equal(await findMailTrouble(url, TIMES.silent_ms), "ETIMEDOUT");
});
