import { points, signed, unitless } from "../../words/numbers.ts";
import type { Part } from "./explanation.ts";

/** What a part adds to the whole change, in points: of the whole where it is one piece of it, or that it goes against it. */
export function sayAdds(contribution: number, whole: number | null): { adds: string; of: string } {
  const adds = signed(contribution, points);
  const [piece, all] = [contribution, whole ?? 0].map((value) => Number((value * 100).toFixed(1)));
  if (!piece || !all) return { adds, of: "" };
  if (Math.sign(piece) !== Math.sign(all)) return { adds, of: ", against the whole" };
  if (Math.abs(piece) > Math.abs(all)) return { adds, of: "" };
  return { adds: unitless(adds), of: ` of the ${signed(whole ?? 0, points)}` };
}

/** Whether a site is read more or less than before; null: as much. */
export const sayRead = ({ before, now }: Pick<Part, "before" | "now">): "more" | "less" | null =>
  before === now ? null : now > before ? "more" : "less";

const SAME_MAX = 0.0005;

/**
 * How often answers that read a site name the brand, against the others, before and now on average: what goes along with
 * a site is how much more it is read, times that. Null where it is read as much as before, so that it is not known.
 */
export function sayNaming({
  before,
  now,
  contribution,
}: Pick<Part, "before" | "now" | "contribution">): "more" | "less" | "as often" | null {
  if (before === now) return null;
  const lead = contribution / (now - before);
  if (Math.abs(lead) < SAME_MAX) return "as often";
  return lead > 0 ? "more" : "less";
}

/** Why a site could explain a plus or a minus, in the order that it is thought: how it is read, and whom its answers name. */
export function sayGoesAlong(
  site: Pick<Part, "before" | "now" | "contribution">,
  name: string,
): string {
  const [read, naming] = [sayRead(site), sayNaming(site)];
  if (!read || !naming) return "as much of it as before";
  const often = naming === "as often" ? "as often as others" : `${naming} often`;
  return `${read} of a site whose answers name ${name} ${often}`;
}

/** Of parts that are tested and may be chance, and of those of which too little was asked to tell. */
export const NO_PART = "No single part can be told from chance.";
