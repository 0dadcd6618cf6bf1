import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { makeDrain } from "./drain.ts";

/** Connects at once, sends its request when it is told to, and posts what the server answered ("" where it answered nothing). */
const CLIENT = `
  const { connect } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  let answer = "";
  const socket = connect(workerData, "127.0.0.1", () => parentPort.postMessage("connected"));
  socket.on("data", (data) => { answer += data; });
  socket.on("error", () => {});
  socket.on("close", () => { parentPort.postMessage(answer); parentPort.close(); });
  parentPort.once("message", () => socket.write("POST / HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-length: 0\\r\\n\\r\\n"));
`;

test("a request that came while a process that stops was busy is answered", async () => {
  const server = createServer((_request, response) => response.end("answered"));
  const endAll = makeDrain(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const client = new Worker(CLIENT, {
    eval: true,
    workerData: (server.address() as AddressInfo).port,
  });
  await Promise.all([accepted, once(client, "message")]);
  const drained = endAll(0);
  while (server.listening) await new Promise(setImmediate);
  const answer = once(client, "message");
  client.postMessage("send");
  // Nothing of this process runs for longer than a connection may stay unused.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  assert.match(String(await answer), /^HTTP\/1\.1 200 OK[\s\S]*answered/);
  await drained;
});
