import type { EngineRequest, Reach } from "#core/answer-engine.ts";
import type { Providers, Recalled } from "#core/ports.ts";
import { PROVIDERS } from "./registry.ts";
import { captureSimulatedAnswer } from "./simulated-body.ts";
import type { SimulatedMarket } from "./simulated-market.ts";

/** The seed of this installation's simulation, so that live answers go on where recalled ones end. */
export const SIMULATION_SEED = "earshot";

/**
 * Every provider with its estimated prices, asked within `reach`; `simulated_base_url` is where this process simulates
 * answers, which is always within reach. `stopping` ends questions that bring no signal of their own.
 */
export function makeProviders(
  simulated_base_url: string | null,
  reach: Reach,
  stopping?: AbortSignal,
): Providers {
  const reachOf = ({ base_url }: EngineRequest) =>
    base_url === simulated_base_url ? "private" : reach;
  return new Map(
    [...PROVIDERS].map(([name, entry]) => [
      name,
      {
        ...entry,
        engine: {
          ...entry.engine,
          ask: (request) =>
            entry.engine.ask({
              ...(stopping && { signal: stopping }),
              ...request,
              reach: reachOf(request),
            }),
        },
        default_base_url: name === "simulated" ? simulated_base_url : entry.default_base_url,
        ...(name === "simulated" && { recall }),
      },
    ]),
  );
}

function recall(
  day: string,
  { requested_model: engine, market, ...question }: Recalled,
): ReturnType<typeof captureSimulatedAnswer> {
  const simulated = { seed: SIMULATION_SEED, sample: 1, market: market as SimulatedMarket };
  return captureSimulatedAnswer({ ...simulated, ...question, engine, day });
}
