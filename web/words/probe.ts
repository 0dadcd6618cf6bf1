import type { OutputOf } from "../call.ts";
import { explainLeftOut } from "./left-out.ts";

type Probe = NonNullable<OutputOf<"list_targets">["data"][number]["probe"]>;

const SEARCH = {
  forced: "It can be made to search the web.",
  chosen: "It decides itself whether to search the web.",
  off: "It does not search the web: it answers from memory.",
};
const UNFORCED = "Its search cannot be forced: it decides itself whether to search the web.";
const LOCATION = {
  taken: "It takes the country it is asked from.",
  refused: "It does not take this country, so it was not told it.",
  unsupported: "It cannot be asked from a country.",
};

/** What a test found out about an assistant, in sentences; none where it did not answer. */
export function explainProbe(probe: Probe): string[] {
  const { search, search_ran, source_count, location, left_out } = probe;
  if (!search) return [];
  const ran = { true: "It searched.", false: "It did not search this time." };
  const others = left_out.filter((part) => part !== "user_location" && part !== "tool_choice");
  return [
    left_out.includes("tool_choice") ? UNFORCED : SEARCH[search],
    search !== "off" && (search_ran === null ? "It does not say if it did." : ran[`${search_ran}`]),
    source_count ? `It named ${source_count} sources.` : "It named no sources.",
    location && LOCATION[location],
    others.length > 0 && `Its provider refused a part: ${others.map(explainLeftOut).join("; ")}.`,
  ].filter((one) => typeof one === "string");
}
