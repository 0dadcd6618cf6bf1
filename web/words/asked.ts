import { percent } from "./numbers.ts";

/** The parts of how answers are asked for, and what may be said of some. */
const PARTS: Record<string, { label: string; values?: Record<string, string> }> = {
  served_model: { label: "Version" },
  searched: { label: "Searched for" },
  search: {
    label: "Web search",
    values: { forced: "required", chosen: "the assistant decides", off: "switched off" },
  },
  tool: { label: "Search tool" },
  effort: { label: "Thinking effort", values: { default: "default" } },
  country: {
    label: "Country",
    values: {
      told: "sent with the prompt",
      from_there: "asked from there",
      not_told: "not sent to the assistant",
    },
  },
};

/** What changed of a model, and what it is now, or was before. */
export const changedPart = (what: string): string => PARTS[what]?.label ?? what;
export const askedValue = (what: string, value: string): string =>
  what === "searched"
    ? `${percent(Number(value))} of its answers`
    : (PARTS[what]?.values?.[value] ?? value);

/** What answers can be filtered by of how they were asked for. */
export const ASKED_OPTIONS = askedOptions([
  "search=forced",
  "search=chosen",
  "search=off",
  "search=unknown",
  "country=told",
  "country=from_there",
  "country=not_told",
]);

/** Values of the filter as options, part by part; within a part as they were given. */
export function askedOptions(values: Iterable<string>): { value: string; label: string }[] {
  const parts = Object.keys(PARTS);
  const place = (value: string) => parts.indexOf(value.split("=", 1)[0] ?? "");
  const sorted = [...new Set(values)].sort((one, other) => place(one) - place(other));
  return sorted.map((value) => ({ value, label: askedLabel(value) }));
}

/** A value of the filter by how answers were asked for, as people read it: "Web search: required". */
export function askedLabel(given: string): string {
  const [what = "", value = ""] = given.split(/=(.*)/s);
  return `${changedPart(what)}: ${value === "unknown" ? "not known" : askedValue(what, value)}`;
}
