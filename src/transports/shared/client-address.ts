import { isIP } from "node:net";

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The address in what a proxy or a socket calls one, without quotes, brackets, port and zone; IPv4 within IPv6 as IPv4,
 * IPv6 as RFC 5952 writes it. Undefined for what is no address (RFC 7239 6: `unknown`, `_hidden`).
 */
export function parseAddress(text: string): string | undefined {
  const hop = text.trim().replace(/^"(.*)"$/, "$1");
  const [plain = ""] = (BRACKETED.exec(hop)?.[1] ?? WITH_PORT.exec(hop)?.[1] ?? hop).split("%");
  if (isIP(plain) === 4) return plain;
  if (isIP(plain) !== 6) return undefined;
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high = "", low = ""] = MAPPED.exec(short) ?? [];
  if (!high) return short;
  const bytes = [high, low].flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ]);
  return bytes.join(".");
}

/** The network that one customer of a provider has: an IPv4 address, or the /64 of an IPv6 address (RFC 6177). */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
