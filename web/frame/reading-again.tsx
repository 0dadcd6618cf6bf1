import { Text } from "@mantine/core";
import { listed } from "../words/numbers.ts";
import { useBrands } from "./tracked-brands.ts";

const NAMED_MAX = 3;

/** Says that stored answers are read for brands, and that numbers of all brands are not yet what they will be. */
export function ReadingAgain() {
  const names = [...useBrands().values()]
    .filter(({ status }) => status === "recalculating")
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="note" className="no-print">
      Answers are being read for <bdi>{listed(names, NAMED_MAX)}</bdi>. Until they are, shares of
      voice and positions are as before.
    </Text>
  );
}
