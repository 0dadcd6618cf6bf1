import { leavesOutZero } from "../../words/doubt.ts";
import { allOf, capitalised, daysBetween } from "../../words/formats.ts";
import { points, signed, unitless } from "../../words/numbers.ts";
import type { Explanation, Part } from "./explanation.ts";
import { howWide } from "./how-wide.ts";
import { NO_PART, sayAdds, sayNaming, sayRead } from "./part-words.ts";

/** A part no smaller is most of a change. */
const MOST = 0.6;
/** A site that could explain less of a change is not told with it. */
const NOTABLE = 0.1;
/** A version that answered more of the later days than of the earlier by a smaller share of them is not told with it. */
const NOTABLE_DAYS = 0.25;

type Told = Pick<Explanation, "change" | "model_changes" | "part_counts"> & {
  brand: { name: string };
  data: readonly (Pick<Part, "split" | "significant" | "contribution"> & Partial<Part>)[];
};
type Days = { date_from: string; date_to: string };
type Naming = {
  /** The days that are compared. */
  before: Days;
  now: Days;
  /** The change as it is shown. */
  shown: number;
  /** Whether it is more than chance, also among all changes that other pages show. */
  isSure: boolean;
  partName(part: Told["data"][number]): string;
  modelName(model_id: string): string;
};

/** How a number changed, in one or two sentences that can be repeated: how widely, and most of it where. */
export function sayWhy(found: Told, naming: Naming): string {
  const { change, brand } = found;
  const { shown, isSure } = naming;
  const isNone = Math.abs(shown) < 0.0005;
  if (change.low === null || change.high === null)
    return `${capitalised(change.reason ?? "too little")} to say whether it is chance.`;
  if (!change.significant || !isSure) {
    const said = isNone
      ? `${brand.name} is named as often as before.`
      : `${sayChance(change)}: ${brand.name} may be named as often as before.`;
    const [part] = found.data.filter(
      ({ split, significant }) => split !== "site" && significant && !isAlone(found, split),
    );
    return part ? `${said} Some of its parts are more than chance.` : `${said} ${NO_PART}`;
  }
  const wide = howWide(found);
  const way = `${brand.name} is named ${shown > 0 ? "more" : "less"} often`;
  const where = wide && wide.isUp === shown > 0 ? `${way} ${wide.where}.` : `${way}.`;
  return `${where} ${sayMost(found, naming)}`;
}

/** A change by itself, where only together with those of all other brands and numbers it may be chance. */
const sayChance = (change: Told["change"]) =>
  leavesOutZero(change)
    ? "The change may be chance among the changes of all brands and numbers"
    : "The change may be chance";

const isAlone = ({ part_counts }: Told, split: Part["split"]) =>
  split === "site" || part_counts[split] < 2;

/** The largest part of each kind that goes the way of the whole by more than chance; the largest first. */
function largest(found: Told, shown: number) {
  return (["model", "topic", "country"] as const)
    .flatMap((split) => {
      const [first] = found.data
        .filter((part) => part.split === split && part.significant && !isAlone(found, split))
        .filter(({ contribution }) => contribution > 0 === shown > 0)
        .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
      return first ? [first] : [];
    })
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
}

const isMost = (part: Told["data"][number] | undefined, shown: number) =>
  part !== undefined && part.contribution / shown >= MOST;

function sayMost(found: Told, { shown, partName }: Naming): string {
  const [first, second] = largest(found, shown);
  if (!first) return NO_PART;
  const { adds, of } = sayAdds(first.contribution, shown);
  if (isMost(first, shown)) return `Most of it comes from ${partName(first)} (${adds}${of}).`;
  const other = second && `${partName(second)} (${unitless(signed(second.contribution, points))})`;
  return `The largest ${other ? "parts come" : "part comes"} from ${partName(first)} (${adds}${of})${other ? ` and from ${other}` : ""}.`;
}

/** Of a change that is more than chance, that no cause is known, and what goes along with the change: assistants that are no longer the same, and the site that could explain most of it. */
export function sayCause(found: Told, naming: Naming): string | null {
  if (!found.change.significant || !naming.isSure) return null;
  const along = [...sayModelChanges(found, naming), ...saySite(found, naming)];
  const unknown = "No cause is known for certain.";
  return along.length > 0 ? `${unknown} What goes along: ${along.join("; ")}.` : unknown;
}

function sayModelChanges({ model_changes, part_counts }: Told, naming: Naming): string[] {
  const { before, now, modelName } = naming;
  const notable = model_changes.filter(
    ({ date }) => shareFrom(date, now) - shareFrom(date, before) >= NOTABLE_DAYS,
  );
  const ids = [...new Set(notable.map(({ model_id }) => model_id))];
  if (ids.length === 0) return [];
  const isAll = ids.length > 1 && ids.length === part_counts.model;
  const who = isAll ? `all ${ids.length} assistants` : sayModels(ids.map(modelName));
  const isOne = ids.length === 1;
  return notable.every(({ what }) => what === "served_model")
    ? [`${who} changed ${isOne ? "its" : "their"} version`]
    : [`${who} changed or ${isOne ? "was" : "were"} asked in another way`];
}

/** Which share of some days a day and those after it are. */
function shareFrom(day: string, { date_from, date_to }: Days): number {
  return Math.min(1, Math.max(0, daysBetween(day, date_to) / daysBetween(date_from, date_to)));
}

/** Of the sites that are surely read more or less, the one that could explain most of the change, if that is worth a word. */
function saySite({ brand, data }: Told, { shown, partName }: Naming): string[] {
  const [site] = data
    .filter(({ split, significant }) => split === "site" && significant)
    .filter(({ contribution }) => shown !== 0 && contribution / shown >= NOTABLE)
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  if (site?.before === undefined || site.now === undefined) return [];
  const told = { before: site.before, now: site.now, contribution: site.contribution };
  return [
    `${partName(site)} is read ${sayRead(told)}, and answers that read it name ${brand.name} ${sayNaming(told)} often, which could explain ${signed(told.contribution, points)}`,
  ];
}

const sayModels = (names: readonly string[]) =>
  names.length > 3 ? `${names.length} assistants` : allOf(names);
