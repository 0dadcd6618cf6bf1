import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

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

/**
 * The addresses of a name that a user gave. The system's own look-up (getaddrinfo) has two places in a process, for the
 * database, mail and all tenants, and cannot be ended: a name whose server is silent would hold one up for 20 s. So the
 * name servers are asked directly; the system is for what it answers without them, and for what they do not know
 * (search domains, mDNS), one after the other.
 */
export async function lookUp(
  name: string,
  { makeResolver = () => new Resolver(NAME_SERVERS), bySystem = systemLookup }: Asked = {},
): Promise<LookupAddress[]> {
  if (!name.includes(".") || (await isInHosts(name))) return bySystem(name);
  const { addresses, error } = await askServers(name, makeResolver());
  if (addresses.length > 0) return addresses;
  if (isSilence(error)) throw error;
  return inTurn(() => bySystem(name), error);
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
  return { addresses, error: errors.find(isSilence) ?? errors[0] };
}

const isSilence = (error: unknown) =>
  ["ETIMEOUT", "ECANCELLED"].includes(String((error as NodeJS.ErrnoException | undefined)?.code));

let turn: Promise<unknown> = Promise.resolve();

/** Does one after the other; what has waited too long fails, as nobody waits for it any more. */
function inTurn<Found>(work: () => Promise<Found>, error: unknown): Promise<Found> {
  const until = performance.now() + TIMEOUT_MS;
  const mine = turn.then(() => (performance.now() < until ? work() : Promise.reject(error)));
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
