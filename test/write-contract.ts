import { writeFileSync } from "node:fs";
import { contractFiles } from "./kit/contract-files.ts";

// npm run contract: writes what test/laws/contract.test.ts compares. Read the diff before you commit it.
for (const [path, text] of contractFiles()) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
  process.stdout.write(`${path}\n`);
}
