import { makeClient } from "../src/client.ts";

// How visible is each brand? The number, how far chance alone could move it, and of how many answers it is made.
const { EARSHOT_URL = "http://localhost:8787", EARSHOT_KEY = "" } = process.env;
const earshot = makeClient({ url: EARSHOT_URL, key: EARSHOT_KEY });
const report = await earshot.call("get_brand_report", {
  date_from: "2026-11-01",
  date_to: "2026-11-30",
  order_by: [{ field: "visibility", direction: "desc" }],
});
const percent = (share: number | null | undefined) =>
  share == null ? "–" : `${Math.round(share * 100)} %`;
for (const row of report.data) {
  const { brand, visibility, visibility_low, visibility_high, visibility_total } = row;
  process.stdout.write(
    `${brand.name}: ${percent(visibility)} (${percent(visibility_low)} to ${percent(visibility_high)}) of ${visibility_total} answers\n`,
  );
}
