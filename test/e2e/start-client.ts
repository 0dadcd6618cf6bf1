import { createServer } from "node:http";
import { after } from "node:test";
import { freePort } from "../kit/real-server.ts";

/** A client on this computer: a page at an address of its own that shows what it was answered; returns that address. */
export async function startClient(): Promise<string> {
  const port = await freePort();
  const client = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<h1>Connected</h1>");
  });
  await new Promise<void>((done) => client.listen(port, "127.0.0.1", done));
  after(() => client.close());
  return `http://127.0.0.1:${port}/callback`;
}
