import type {
  EngineRequest,
  Handed,
  LaterEngine,
  ListRequest,
  Reach,
} from "#core/answer-engine.ts";
import type { Providers, Recalled } from "#core/ports.ts";
import { PROVIDERS } from "./registry.ts";
import { captureSimulatedAnswer } from "./simulated-body.ts";
import type { SimulatedMarket } from "./simulated-market.ts";

/** The seed of this installation's simulation, so that live answers go on where recalled ones end. */
export const SIMULATION_SEED = "earshot";

/**
 * Every provider with its estimated prices, asked within `reach`; `simulated_base_url` is where this process simulates
 * answers, which is always within reach.
 */
export function makeProviders(
  simulated_base_url: string | null,
  reach: Reach,
  { stopping, own_urls = {} }: Setting = {},
): Providers {
  const within = <Request extends ListRequest>(request: Request) => ({
    ...(stopping && { signal: stopping }),
    ...request,
    reach: request.base_url === simulated_base_url ? ("private" as const) : reach,
  });
  return new Map(
    [...PROVIDERS].map(([name, { listModels, ...entry }]) => [
      name,
      {
        ...entry,
        engine: {
          ...entry.engine,
          ask: (request) => entry.engine.ask(within(request)),
          later: (parameters) => bindLater(entry.engine.later(parameters), within),
        },
        ...(listModels && { listModels: (request) => listModels(within(request)) }),
        default_base_url:
          name === "simulated" ? simulated_base_url : (own_urls[name] ?? entry.default_base_url),
        ...(name === "simulated" && { recall }),
      },
    ]),
  );
}

type Setting = {
  /** Ends questions that bring no signal of their own. */
  stopping?: AbortSignal;
  /** Where this installation's own model servers are, by provider, where not at their usual addresses. */
  own_urls?: Readonly<Record<string, string | undefined>>;
};

function bindLater(
  later: LaterEngine | null,
  within: (request: EngineRequest) => EngineRequest,
): LaterEngine | null {
  if (!later) return null;
  const { find } = later;
  const bind = (handed: Handed): Handed => ({
    ...handed,
    requests: new Map([...handed.requests].map(([id, request]) => [id, within(request)])),
  });
  return {
    ...later,
    submit: (handed) => later.submit(bind(handed)),
    ...(find && { find: (handed: Handed) => find(bind(handed)) }),
    fetch: (handed, ticket) => later.fetch(bind(handed), ticket),
  };
}

function recall(
  day: string,
  { requested_model: engine, market, ...question }: Recalled,
): ReturnType<typeof captureSimulatedAnswer> {
  const simulated = { seed: SIMULATION_SEED, sample: 1, market: market as SimulatedMarket };
  return captureSimulatedAnswer({ ...simulated, ...question, engine, day });
}
