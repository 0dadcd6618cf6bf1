import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Reach } from "#core/answer-engine.ts";
import { lookUp } from "./look-up.ts";

type Network = readonly [address: string, bits: number];
const IPV4: readonly Network[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const IPV6: readonly Network[] = [
  ["::", 96],
  ["64:ff9b::", 96],
  // NAT64 of a network's own (RFC 8215), Teredo, and the site-local addresses of before 2004.
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["fec0::", 10],
  ["2002::", 16],
  ["fc00::", 7],
  ["ff00::", 8],
];
/** Link-local, and where clouds hand out a machine's credentials outside it; also as NAT64 and 6to4 write them. */
const CREDENTIALS_IPV4: readonly Network[] = [
  ["169.254.0.0", 16],
  ["100.100.100.200", 32],
  ["168.63.129.16", 32],
  ["192.0.0.192", 32],
];
const CREDENTIALS_IPV6: readonly Network[] = [
  ["fe80::", 10],
  ["fd00:ec2::254", 128],
  ["fd20:ce::254", 128],
  ["64:ff9b::a9fe:0", 112],
  ["64:ff9b:1::a9fe:0", 112],
  ["64:ff9b:1:a9fe::", 64],
  ["2002:a9fe::", 32],
];

const CREDENTIALS = listOf(CREDENTIALS_IPV4, CREDENTIALS_IPV6);
const PRIVATE = listOf([...IPV4, ...CREDENTIALS_IPV4], [...IPV6, ...CREDENTIALS_IPV6]);

/**
 * Whether an address may be connected to, IPv4 in IPv6 included; link-local ones and clouds' metadata servers never may,
 * nor what is no address.
 */
export function isReachable(address: string, reach: Reach): boolean {
  return !isIn(reach === "public" ? PRIVATE : CREDENTIALS, address);
}

/** Refuses a URL whose host is an address out of reach; a name is looked at when it is connected to. */
export function requireReach({ hostname }: URL, reach: Reach): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isReachable(host, reach)) throw new OutOfReach(host, reach);
}

type Resolve = (
  name: string,
  options: { all: true },
  done: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

const lookupName: Resolve = (name, _, done) => {
  lookUp(name).then(
    (addresses) => done(null, addresses),
    (error: Error) => done(error, []),
  );
};

/**
 * A `lookup` for connections: refuses a name any of whose addresses is out of reach, and connects to just the addresses
 * it looked at, so that a name that changes its mind does not help.
 */
export function lookupWithin(reach: Reach, resolve: Resolve = lookupName): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isReachable(address, reach))) {
        return done(new OutOfReach(hostname, reach), "", 0);
      }
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/** A host that a request may not go to; the message says so in words for users. */
export class OutOfReach extends Error {
  constructor(host: string, reach: Reach) {
    super(
      reach === "public"
        ? `${host} is not on the public internet.`
        : `${host} is a link-local or metadata address; those are never connected to.`,
    );
    this.name = "OutOfReach";
  }
}

function isIn(list: BlockList, address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isIn(list, mapped);
  const family = isIP(address);
  return family === 0 || list.check(address, family === 4 ? "ipv4" : "ipv6");
}

function listOf(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ipv4) list.addSubnet(address, bits, "ipv4");
  for (const [address, bits] of ipv6) list.addSubnet(address, bits, "ipv6");
  return list;
}
