import { Agent, type IncomingMessage, type RequestOptions, request as sendHttp } from "node:http";
import { request as sendHttps, Agent as TlsAgent } from "node:https";
import type { Reach } from "#core/answer-engine.ts";
import { lookupWithin, requireReach } from "./reach.ts";

/** One request to an address that a user gave. */
export type OutgoingRequest = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
  reach: Reach;
};

// A pool for each reach: a connection that was made with more of it is never used with less.
const AGENTS = { public: makeAgents("public"), private: makeAgents("private") };

/**
 * Sends a request and resolves with the head of its answer, whose body is still to be read; follows no redirect.
 * Rejects with `OutOfReach` when the host, as looked up for this very connection, is out of reach.
 */
export async function sendRequest(request: OutgoingRequest): Promise<IncomingMessage> {
  const { url, method, headers, body, signal, reach } = request;
  requireReach(url, reach);
  const isTls = url.protocol === "https:";
  const options: RequestOptions = { method, headers, signal, agent: AGENTS[reach][isTls ? 1 : 0] };
  return new Promise((resolve, reject) => {
    const sending = (isTls ? sendHttps : sendHttp)(url, options, resolve);
    sending.on("error", reject);
    sending.end(body);
  });
}

/** The body of an answer; null where it is longer than `bytes_max`, and then the rest is not read. */
export async function readUpTo(
  response: IncomingMessage,
  bytes_max: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > bytes_max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function makeAgents(reach: Reach): [http: Agent, https: TlsAgent] {
  const options = { keepAlive: true, lookup: lookupWithin(reach) };
  return [new Agent(options), new TlsAgent(options)];
}
