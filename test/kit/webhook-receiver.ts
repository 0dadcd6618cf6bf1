import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** A webhook receiver and what it got; closed when the test file is done. */
export type Receiver = { url: string; got: { headers: IncomingHttpHeaders; body: string }[] };

/** Starts a receiver on a free local port that answers with `statuses` in turn, then with the last of them; `before`: when. */
export async function startReceiver(
  statuses: readonly number[],
  before: (count: number) => unknown = () => {},
): Promise<Receiver> {
  const got: Receiver["got"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
    const status = statuses[Math.min(got.length, statuses.length) - 1] ?? 200;
    await before(got.length);
    response.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}
