import { whole } from "../../words/numbers.ts";
import type { Explanation, Part } from "./explanation.ts";

type Told = Pick<Explanation, "part_counts"> & {
  data: readonly Pick<Part, "split" | "significant" | "contribution">[];
};

/**
 * With how many assistants and on how many topics a brand moved one way, by more than chance; where with all of them, that
 * no single one is the reason. Null where they moved both ways, or not all are told.
 */
export function sayHowWide({ data, part_counts }: Told): string | null {
  const movedIn = (split: "model" | "topic") => {
    const parts = data.filter((part) => part.split === split);
    const sure = parts.filter(({ significant }) => significant);
    const up = sure.filter(({ contribution }) => contribution > 0).length;
    const isOneWay = parts.length > 1 && sure.length > 0 && (up === 0 || up === sure.length);
    return { all: parts.length, moved: sure.length, isUp: up > 0, isOneWay };
  };
  const [models, topics] = [movedIn("model"), movedIn("topic")];
  if (models.all < part_counts.model || topics.all < part_counts.topic) return null;
  if (!models.isOneWay || !topics.isOneWay || models.isUp !== topics.isUp) return null;
  const of = ({ all, moved }: typeof models, one: string) =>
    moved === all ? `all ${whole(all)} ${one}s` : `${whole(moved)} of ${whole(all)} ${one}s`;
  const said = `${models.isUp ? "Up" : "Down"} with ${of(models, "assistant")} and on ${of(topics, "topic")}`;
  const isWide = models.moved === models.all && topics.moved === topics.all;
  return isWide ? `${said}: it moved everywhere, so no single one is the reason.` : `${said}.`;
}
