import { listed } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { useBrands } from "./tracked-brands.ts";

const NAMED_MAX = 3;

/**
 * Says that stored answers are read for brands, and what of the numbers is not yet what it will be: of a page, those of
 * all brands, which wait; with `isOfSoFar`, those of a panel that counts what is read so far.
 */
export function ReadingAgain({ isOfSoFar = false }: { isOfSoFar?: boolean }) {
  const names = [...useBrands().values()]
    .filter(({ status }) => status === "recalculating")
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Dim role="note" className="no-print">
      Answers are being read for <bdi>{listed(names, NAMED_MAX)}</bdi>. Until they are,{" "}
      {isOfSoFar
        ? "numbers here count only what is read so far."
        : "shares of voice and positions are as before."}
    </Dim>
  );
}
