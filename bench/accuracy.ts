import { writeFileSync } from "node:fs";
import { measureAll, overviewOf, pageOf, SETS } from "./measure/page.ts";
import { whenMeasured } from "./measure/simulations.ts";

/**
 * Measures the product's rules on the labelled texts and writes docs/accuracy.md: `npm run accuracy`. With a folder of
 * further sets (`npm run accuracy -- FOLDER`) it prints the first table and writes nothing.
 */
const [folder] = process.argv.slice(2);
const measured = measureAll(folder ? [SETS, folder] : [SETS]);
console.log(overviewOf(measured));
if (!folder) writeFileSync("docs/accuracy.md", pageOf(measured, whenMeasured()));
