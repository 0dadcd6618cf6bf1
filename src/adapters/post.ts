import { lookup as lookupName } from "node:dns";
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Post } from "#core/ports.ts";

const TIMEOUT_MS = 15_000;

/** Addresses that a caller's URL must never reach: loopback, private, link-local, shared, reserved, multicast. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv6");
}

/** True for an address outside the public internet, IPv4 in IPv6 included. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPrivateAddress(mapped);
  const family = isIP(address);
  return family === 0 || PRIVATE.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * Posts to addresses that users gave. The address is checked when the connection is made, so that a name that
 * changes its mind does not help; redirects are not followed and the answer's body is not read.
 */
export function makePost(options: { allow_private: boolean }): Post {
  return ({ url, headers, body }) =>
    new Promise((resolve) => {
      const target = new URL(url);
      const host = target.hostname.replace(/^\[|\]$/g, "");
      const refused = { status: null, error: "The address is not on the public internet." };
      if (!options.allow_private && isIP(host) && isPrivateAddress(host)) return resolve(refused);
      const request = (target.protocol === "https:" ? requestHttps : requestHttp)(target, {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        timeout: TIMEOUT_MS,
        ...(!options.allow_private && { lookup: lookupPublic }),
      });
      const fail = (error: string) => {
        request.destroy();
        resolve({ status: null, error: error.slice(0, 300) });
      };
      const timer = setTimeout(() => fail("No answer within 15 s."), TIMEOUT_MS);
      request.on("response", (response) => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? null, error: null });
        response.destroy();
      });
      request.on("timeout", () => fail("No answer within 15 s."));
      request.on("error", (error) => {
        clearTimeout(timer);
        fail(error.message);
      });
      request.end(body);
    });
}

const lookupPublic: NonNullable<RequestOptions["lookup"]> = (hostname, options, done) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "", 0);
    const bad = addresses.some(({ address }) => isPrivateAddress(address));
    const [first] = addresses;
    if (bad || !first) {
      return done(new Error(`${hostname} is not on the public internet.`), "", 0);
    }
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};
