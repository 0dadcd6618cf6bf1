import type { Providers } from "#core/ports.ts";
import { estimateTypicalCost } from "./price-table.ts";
import { PROVIDERS } from "./registry.ts";

/** Every provider with its estimated prices; `simulated_base_url` is where this process simulates answers. */
export function makeProviders(simulated_base_url: string | null): Providers {
  return new Map(
    [...PROVIDERS].map(([name, entry]) => [
      name,
      {
        ...entry,
        default_base_url: name === "simulated" ? simulated_base_url : entry.default_base_url,
        typicalCost: (model: string) => estimateTypicalCost(name, model),
      },
    ]),
  );
}
