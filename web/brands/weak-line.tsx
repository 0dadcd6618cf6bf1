import { Text, Tooltip } from "@mantine/core";
import { Fragment } from "react";
import type { Whole } from "../asking.ts";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { ofBrands, reportInput, type Scope } from "../scope.ts";
import { Behind, type Narrowed } from "../widgets/behind.tsx";
import { KeptLine } from "../widgets/kept-line.tsx";
import { useNames, useNaming } from "../words/names.ts";
import { decimal, percent, whole } from "../words/numbers.ts";
import { comparedParts, type Part, type Spot, weakSpots } from "./weak-spots.ts";

const PARTS: readonly Part[] = ["model_id", "topic_id", "country_code"];
const FILTER_OF = { model_id: "model", topic_id: "topic", country_code: "country" } as const;
const PLACES = { model_id: "assistant", topic_id: "topic", country_code: "country" };
const SHOWN = 2;
const SAID = {
  visibility: {
    begin: (name: string) => `${name} is named less`,
    show: (value: number) => percent(value),
  },
  sentiment: {
    begin: (name: string) => `The tone about ${name} is lower`,
    show: (value: number) => decimal(value, 0),
  },
};

/**
 * Where a brand is named clearly less than elsewhere, and where its tone is clearly lower: a line whose place is kept
 * until it is known. `scope`, `days`: what it is of, and how that is in an address, where these are not those of the page.
 */
export function WeakLine({
  brand_id,
  parts = PARTS,
  scope,
  days = {},
}: {
  brand_id: string;
  parts?: readonly Part[];
  scope?: Scope;
  days?: Narrowed;
}) {
  const { project_id, timezone, ...here } = useHere();
  const input = reportInput(scope ?? here.scope, timezone, [ofBrands([brand_id])]);
  const asked = { project_id, ...input };
  const model_id = useRows(asked, "model_id", parts);
  const topic_id = useRows(asked, "topic_id", parts);
  const country_code = useRows(asked, "country_code", parts);
  const nameOf = useSpotName();
  if (useNaming() || !model_id || !topic_id || !country_code) return <KeptLine isLong />;
  const spots = weakSpots({ model_id, topic_id, country_code });
  if (spots.length === 0) {
    const compared = comparedParts({ model_id, topic_id, country_code }).map(
      (part) => PLACES[part],
    );
    const places = compared.join(", ").replace(/, (?=[^,]*$)/, " or ");
    return <KeptLine isLong>{places && `No ${places} is clearly below the others.`}</KeptLine>;
  }
  const said = (Object.keys(SAID) as Spot["measure"][]).flatMap((measure) => {
    const of = spots.filter((spot) => spot.measure === measure);
    const [first] = of;
    return first ? [{ measure, of, begin: SAID[measure].begin(first.row.brand.name) }] : [];
  });
  return (
    <KeptLine isLong>
      {said.map(({ measure, of, begin }) => (
        <Fragment key={measure}>
          {begin}{" "}
          {of.slice(0, SHOWN).map((spot, n) => (
            <Fragment key={spot.part + spot.row[spot.part]}>
              {n > 0 && ", "}
              <Behind {...behindOf(spot, days)}>{nameOf(spot)}</Behind> {numbersOf(spot)}
            </Fragment>
          ))}
          {of.length > SHOWN && (
            <>
              {" and in "}
              <Tooltip
                label={of
                  .slice(SHOWN)
                  .map((spot) => `${nameOf(spot)} ${numbersOf(spot)}`)
                  .join(", ")}
              >
                <Text component="span" inherit className="hinted" tabIndex={0}>
                  {whole(of.length - SHOWN)} more places
                </Text>
              </Tooltip>
            </>
          )}
          .{" "}
        </Fragment>
      ))}
    </KeptLine>
  );
}

/** The rows of a report by one dimension, if it is one of `parts`; undefined while they are on their way, or did not come. */
function useRows(asked: Whole<"get_brand_report">, part: Part, parts: readonly Part[]) {
  const input = { ...asked, dimensions: [part] };
  // Where reports of brands fail, the page says so.
  const options = { enabled: parts.includes(part), beside: false as const };
  const { data } = useAskAll("get_brand_report", input, options);
  return parts.includes(part) ? data : [];
}

/** Words for a place: "with ChatGPT", "on “Boots”", "in Germany". */
function useSpotName(): (spot: Spot) => string {
  const names = {
    ...{ model_id: useNames("model_id"), topic_id: useNames("topic_id") },
    country_code: useNames("country_code"),
  };
  return ({ part, row }) => {
    const name = names[part](row[part]);
    if (part === "topic_id") return `on “${name}”`;
    return `${part === "model_id" ? "with" : "in"} ${name}`;
  };
}

const numbersOf = ({ measure, value, elsewhere }: Spot) =>
  `(${SAID[measure].show(value)}, elsewhere ${SAID[measure].show(elsewhere)})`;

/** The answers that do not name the brand there, or those that say something of it, the worst first. */
function behindOf({ measure, part, row }: Spot, days: Narrowed) {
  const of = { ...days, [FILTER_OF[part]]: [row[part]] };
  const { id } = row.brand;
  if (measure === "visibility")
    return { count: row.visibility_total - row.visibility_count, of: { ...of, not_brand_id: id } };
  const tone = { tone: "scored", sort: "worst_tone" } as const;
  return { count: row.sentiment_count, of: { ...of, brand_id: id, ...tone } };
}
