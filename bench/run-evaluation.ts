import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

// npm run evaluate: the questions asked by scripts. npm run evaluate -- --model <name> [--base-url <address>] has a language
// model ask them, over any API like OpenAI's chat completions, with the key in EVALUATE_API_KEY.
const { model, "base-url": base_url } = parseArgs({
  options: {
    model: { type: "string" },
    "base-url": { type: "string", default: "https://api.openai.com/v1" },
  },
}).values;
const { status } = spawnSync(process.execPath, ["test/run.ts", "bench/evaluate.ts"], {
  stdio: "inherit",
  env: { ...process.env, ...(model && { EVALUATE_MODEL: model, EVALUATE_BASE_URL: base_url }) },
});
process.exitCode = status ?? 1;
