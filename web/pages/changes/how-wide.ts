import { whole } from "../../words/numbers.ts";
import type { Explanation, Part } from "./explanation.ts";

type Told = Pick<Explanation, "part_counts"> & {
  data: readonly Pick<Part, "split" | "significant" | "contribution">[];
};

/** A part of a change that is no larger makes it by no means alone. */
const SHARE_MAX = 2 / 3;

/**
 * With how many assistants and on how many topics a brand moved one way, by more than chance; and where with all of them, in
 * every country, and no single one is most of it. Null where they moved both ways, or not all are told.
 */
export function sayHowWide({ data, part_counts }: Told): string | null {
  const movedIn = (split: "model" | "topic" | "country") => {
    const parts = data.filter((part) => part.split === split);
    const sure = parts.filter(({ significant }) => significant);
    const up = sure.filter(({ contribution }) => contribution > 0).length;
    const sizes = parts.map(({ contribution }) => Math.abs(contribution));
    const sum = sizes.reduce((total, size) => total + size, 0);
    return {
      ...{ all: parts.length, moved: sure.length, isUp: up > 0 },
      isTold: parts.length === part_counts[split],
      isOneWay: parts.length > 1 && sure.length > 0 && (up === 0 || up === sure.length),
      isEven: sizes.every((size) => size <= sum * SHARE_MAX),
    };
  };
  const [models, topics, countries] = [movedIn("model"), movedIn("topic"), movedIn("country")];
  if (!models.isTold || !topics.isTold || !models.isOneWay || !topics.isOneWay) return null;
  if (models.isUp !== topics.isUp) return null;
  const of = ({ all, moved }: typeof models, one: string) =>
    moved === all ? `all ${whole(all)} ${one}s` : `${whole(moved)} of ${whole(all)} ${one}s`;
  const said = `${models.isUp ? "Up" : "Down"} with ${of(models, "assistant")} and on ${of(topics, "topic")}`;
  const isEverywhere = (one: typeof models) =>
    one.isTold && one.isOneWay && one.isEven && one.moved === one.all && one.isUp === models.isUp;
  const isWide =
    isEverywhere(models) &&
    isEverywhere(topics) &&
    (part_counts.country < 2 || isEverywhere(countries));
  return isWide ? `${said}: it moved everywhere, so no single one is the reason.` : `${said}.`;
}
