import { captureSimulatedAnswer } from "#adapters/engines/simulated-body.ts";
import { addDays } from "#core/period.ts";
import { readCaptured } from "#domain/capture/asking/store-captured.ts";
import { DEMO_MARKET } from "#domain/demo/demo-market.ts";
import { LAST_DAY } from "./fill-project.ts";

export const PROMPTS = 100;
const MODELS = ["simulated-a", "simulated-b", "simulated-c"];
const PER_DAY = PROMPTS * MODELS.length;
const DAYS_WRITTEN = 30;
const texts: ReturnType<typeof readCaptured>[] = [];

/**
 * The answer of a number, as a line of an import: 100 prompts, 3 models, as many days up to LAST_DAY as it takes, about
 * 1,400 characters, 7 sources and 3 mentions of 5 brands. A month of them is invented, and repeated over earlier
 * months with other times and ids.
 */
export function inventAnswer(n: number) {
  const back = Math.floor(n / PER_DAY);
  const day = addDays(LAST_DAY, -back);
  const prompt = `Question ${n % PROMPTS}: which ${DEMO_MARKET.topics[n % 4]} would you buy?`;
  const model = MODELS[Math.floor(n / PROMPTS) % MODELS.length] ?? "";
  texts[n % (PER_DAY * DAYS_WRITTEN)] ??= readCaptured(
    captureSimulatedAnswer({
      ...{ seed: "bench", prompt, engine: model, sample: 1, market: DEMO_MARKET },
      ...{ day, country_code: "US" },
    }),
  );
  const answer = texts[n % (PER_DAY * DAYS_WRITTEN)] as ReturnType<typeof readCaptured>;
  const { sources, removed_spans: _, is_cut: __, extras: ___, served_model, ...rest } = answer;
  return {
    ...rest,
    ...{ external_id: `b${n}`, prompt, model, captured_at: `${day}T06:00:00Z` },
    served_model: served_model ?? undefined,
    sources: sources.map(({ url, title, cited }) => ({
      ...{ url, title, cited: cited > 0, retrieved: true },
    })),
  };
}
