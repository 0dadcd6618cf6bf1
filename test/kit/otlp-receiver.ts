import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** A span as a collector got it. */
export type SeenSpan = {
  trace_id: string;
  span_id: string;
  parent_id: string;
  name: string;
  service: unknown;
  attributes: Record<string, unknown>;
  is_error: boolean;
};

/** A collector on loopback that takes OTLP over HTTP with protobuf; closed when the test file is done. */
export async function startReceiver() {
  const spans: SeenSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const isOurs = request.url === "/v1/traces";
    if (isOurs) bodies.push(body);
    if (isOurs) spans.push(...readSpans(body));
    response.writeHead(isOurs ? 200 : 404, { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, text: () => Buffer.concat(bodies).toString() };
}

/** By the field numbers of opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(body: Buffer): SeenSpan[] {
  return all(readFields(body), 1).flatMap((bytes) => {
    const resource = readFields(bytes);
    const about = readAttributes(all(readFields(all(resource, 1)[0] ?? Buffer.alloc(0)), 1));
    const scopes = all(resource, 2).map(readFields);
    const spans = scopes.flatMap((scope) => all(scope, 2)).map(readFields);
    return spans.map((span) => ({
      trace_id: hex(span, 1),
      span_id: hex(span, 2),
      parent_id: hex(span, 4),
      name: String(all(span, 5)[0] ?? ""),
      service: about["service.name"],
      attributes: readAttributes(all(span, 9)),
      is_error: all(span, 15).some((status) => readFields(status).get(3)?.[0] === 2n),
    }));
  });
}

type Fields = Map<number, (Buffer | bigint)[]>;

/** The fields of a message of protobuf: numbers as they are, everything else as bytes. */
function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const readNumber = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(readNumber());
    const kind = tag & 7;
    const value =
      kind === 0 ? readNumber() : take(kind === 2 ? Number(readNumber()) : kind === 1 ? 8 : 4);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const all = (fields: Fields, field: number) =>
  (fields.get(field) ?? []).filter((value): value is Buffer => typeof value !== "bigint");
const hex = (fields: Fields, field: number) => all(fields, field)[0]?.toString("hex") ?? "";

function readAttributes(pairs: Buffer[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(readFields).map((pair) => {
      const value = readFields(all(pair, 2)[0] ?? Buffer.alloc(0));
      const number = value.get(3)?.[0];
      const read = typeof number === "bigint" ? Number(number) : String(all(value, 1)[0] ?? "");
      return [String(all(pair, 1)[0] ?? ""), read];
    }),
  );
}
