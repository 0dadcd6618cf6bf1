const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Which browsers and which names of this host may reach the endpoint. */
export type OriginRule = {
  allowsOrigin(origin: string): boolean;
  allowsHost(host: string): boolean;
};

/**
 * The rule against foreign web pages and DNS rebinding: an Origin must be ours, loopback or listed; while the
 * public origin is loopback, so must be the Host.
 */
export function makeOriginRule(base_url: string, listed: readonly string[]): OriginRule {
  const own = new URL(base_url);
  const origins = new Set([own.origin, ...listed]);
  const isLocal = LOOPBACK.has(own.hostname);
  return {
    allowsOrigin: (origin) => origins.has(origin) || isLoopback(origin),
    allowsHost: (host) => !isLocal || isLoopback(`http://${host}`),
  };
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, username } = new URL(address);
  return /^https?:$/.test(protocol) && LOOPBACK.has(hostname) && pathname === "/" && !username;
}
