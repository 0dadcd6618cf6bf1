import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { isSystemError } from "./database/system-error.ts";

const HOSTS_FILE = "/etc/hosts";
const NAME_SERVERS = { timeout: 2_500, tries: 2 };
const TIMEOUT_MS = 10_000;
/** What the name servers say of IPv6 is waited for so long once there is an address, and the other way round. */
const OTHER_MS = 500;

type Asked = {
  makeResolver?: () => Resolver;
  bySystem?: (name: string) => Promise<LookupAddress[]>;
};
const lookupAll = promisify(lookup);
const systemLookup = (name: string) => lookupAll(name, { all: true });

/** With these the system may still know a name: by a search domain, or where no name server listens. */
const NOT_THEIRS = ["ENOTFOUND", "ENODATA", "EBADNAME", "ECONNREFUSED"];
const MDNS = /^[^.]+\.local\.?$/i;

/**
 * The addresses of a name that a user gave. The system's own look-up (getaddrinfo) has two places in a process, for the
 * database, mail and all tenants, and cannot be ended: a name whose server is silent would hold one up for 20 s. So the
 * name servers are asked directly; the system is for what it answers without them, and for what they do not know
 * (search domains, mDNS), one after the other. Silence, and what servers say of another's, is as getaddrinfo calls it.
 */
export async function lookUp(
  name: string,
  { makeResolver = () => new Resolver(NAME_SERVERS), bySystem = systemLookup }: Asked = {},
): Promise<LookupAddress[]> {
  if (!name.includes(".") || (await isInHosts(name))) return bySystem(name);
  if (MDNS.test(name)) return inTurn(name, bySystem);
  const { addresses, error } = await askServers(name, makeResolver());
  if (addresses.length > 0) return addresses;
  if (isFinal(error)) throw unanswered(name, error);
  return inTurn(name, bySystem);
}

function unanswered(name: string, cause?: unknown): Error {
  const error = new Error(`The look-up of ${name} was not answered.`, { cause });
  return Object.assign(error, { code: "EAI_AGAIN" });
}

async function askServers(name: string, resolver: Resolver) {
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, TIMEOUT_MS)];
  const families = [4, 6] as const;
  const asked = await Promise.allSettled(
    families.map(async (family) => {
      const found = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
      timers.push(setTimeout(cancel, OTHER_MS));
      return found.map((address) => ({ address, family }));
    }),
  );
  for (const timer of timers) clearTimeout(timer);
  const addresses = asked.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const errors: unknown[] = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  return { addresses, error: errors.find(isFinal) ?? errors[0] };
}

const isFinal = (error: unknown) => !isSystemError(error, ...NOT_THEIRS);

let turn: Promise<unknown> = Promise.resolve();

/** Asks the system after the others; what has waited too long fails, as nobody waits for it any more. */
function inTurn<Found>(name: string, ask: (name: string) => Promise<Found>): Promise<Found> {
  const until = performance.now() + TIMEOUT_MS;
  const mine = turn.then(() => {
    if (performance.now() >= until) throw unanswered(name);
    return ask(name);
  });
  turn = mine.catch(() => {});
  return mine;
}

/** Whether the machine's own file names it, which is before any name server. */
async function isInHosts(name: string): Promise<boolean> {
  const text = await readFile(HOSTS_FILE, "utf8").catch(() => "");
  const wanted = name.toLowerCase();
  return text.split("\n").some((line) => {
    const [, ...names] = line.toLowerCase().replace(/#.*/, "").trim().split(/\s+/);
    return names.includes(wanted);
  });
}
