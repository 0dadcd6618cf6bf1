import { Text } from "@mantine/core";
import type { Column } from "../../widgets/data-table.tsx";
import { Whisker } from "../../widgets/interval-bar.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { readsAsNone, verdictOf, whyUnshown } from "../../words/doubt.ts";
import { sayInterval } from "../../words/interval.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import type { Explanation, Part } from "./explanation.ts";
import { sayAdds, sayGoesAlong, sayNaming, sayRead } from "./part-words.ts";

const HEADERS: Record<Part["split"], string> = {
  ...{ model: "Assistant", topic: "Topic", prompt: "Prompt", country: "Country", site: "Site" },
};

export type Around = {
  nameOf(part: Part): string;
  /** The largest contribution, in either direction. */
  most: number;
  color: string;
  /** The change that parts add up to; null: it is not shown. */
  whole: number | null;
  brand: Explanation["brand"];
};

/** The columns of the parts of one split: each part's own shares, and what it adds to the whole or goes along with. */
export function columnsOf(split: Part["split"], around: Around): Column<Part>[] {
  const isSite = split === "site";
  const hint = `Of the parts that are called more than chance, at most 5\u00A0% are chance.`;
  const verdict: Column<Part> = {
    key: "verdict",
    header: "More than chance?",
    hint: isSite ? `Whether it is read more or less often than before. ${hint}` : hint,
    value: verdictOf,
    show: (part) => (
      <Text component="span" size="sm" {...(!part.significant && { c: "dimmed" })}>
        {isSame(part) ? "no change" : verdictOf(part)}
      </Text>
    ),
  };
  return [
    {
      key: split,
      header: HEADERS[split],
      value: around.nameOf,
      show: (part) => <Name part={part} around={around} />,
    },
    ...(isSite ? [READ_IN, verdict, NAMING] : [OWN_SHARE]),
    {
      key: "contribution",
      header: isSite ? "What it could explain" : "Adds to the whole change",
      hint: isSite
        ? `Of the change, in points: how much more or less it is read, times how much more or less often answers that read it name ${around.brand.name} than those that do not, before and now on average. Whether the site causes it is not known.`
        : "A part with few of the answers adds less than its own share moved. Parts add up to the change of what was asked in both periods. The line and the small numbers are the 95\u00A0% interval.",
      place: "wide",
      width: "32%",
      value: (part) => part.contribution,
      show: (part) => (whyUnshown(part) ? "–" : <Bar part={part} around={around} />),
    },
    ...(["low", "high"] as const).map(
      (end): Column<Part> => ({
        ...{ key: end, header: "", csvOnly: true, value: (part) => part[end] },
      }),
    ),
    ...(isSite ? [] : [verdict]),
    ...(["before", "now"] as const).map(
      (when): Column<Part> => ({
        ...{ key: when, header: "", csvOnly: true, value: (part) => part[when] },
      }),
    ),
    {
      key: "answers",
      header: "Answers",
      hint: isSite
        ? "Answers whose assistant read it, before and now."
        : "Usable answers to what was asked in both periods, before and now.",
      align: "right",
      place: "roomy",
      value: (part) => part.answers_before + part.answers_now,
      show: (part) => (
        <span className="nowrap">
          {whole(part.answers_before)} → {whole(part.answers_now)}
        </span>
      ),
    },
  ];
}

/** Whether a part is as it was: nothing moved that could be chance. */
const isSame = ({ before, now, contribution, significant, split }: Part) =>
  readsAsNone({ value: split === "site" ? now - before : contribution, significant }, points) &&
  percent(before) === percent(now);

/** A share of each part before and now, and below it how it moved. */
const movedColumn = (
  header: string,
  hint: string,
  how: (part: Part) => string | false | null,
): Column<Part> => ({
  ...{ key: "", header, hint, align: "right" },
  value: (part) => part.now - part.before,
  show: (part) => (
    <>
      <span className="nowrap">
        {percent(part.before)} → {percent(part.now)}
      </span>
      {how(part) && <Fine>{how(part)}</Fine>}
    </>
  ),
});

/** The share that is the part's own, which moves by more than it adds to the whole. */
const OWN_SHARE = movedColumn(
  "Its own share",
  "The share of its own answers that name the brand, before and now.",
  (part) => !whyUnshown(part) && signed(part.now - part.before, points),
);

/** Whether a site is read more or less. */
const READ_IN = movedColumn(
  "Read in",
  "The share of answers whose assistant read it, before and now.",
  (part) => sayRead(part) && `read ${sayRead(part)}`,
);

/** Whether answers that read a site name the brand more or less, in the file: the page says it beside what that could explain. */
const NAMING: Column<Part> = { key: "naming", header: "", csvOnly: true, value: sayNaming };

/** Leads on: an assistant, topic or country to why it changed there, a prompt to its page, a site to its answers. */
function Name({ part, around }: { part: Part; around: Around }) {
  const { prompt_id, domain, model_id, topic_id, country_code } = part;
  const name = <bdi className={domain ? "name site" : "name"}>{around.nameOf(part)}</bdi>;
  if (prompt_id) {
    return (
      <PageLink isQuiet opensRow to="/prompts/$prompt_id" params={{ prompt_id }}>
        {name}
      </PageLink>
    );
  }
  if (domain) {
    return (
      <PageLink isQuiet opensRow to="/answers" search={{ domain, status: "answered" }}>
        {name}
      </PageLink>
    );
  }
  const narrowed = {
    ...(model_id && { model: [model_id] }),
    ...(topic_id && { topic: [topic_id] }),
    ...(country_code && { country: [country_code] }),
  };
  if (Object.keys(narrowed).length === 0) return name;
  return (
    <PageLink isQuiet opensRow to="/changes" search={{ brand_id: around.brand.id, ...narrowed }}>
      {name}
    </PageLink>
  );
}

/** A part of the change, right of the middle where it adds to it and left where it takes away. */
function Bar({ part, around }: { part: Part; around: Around }) {
  const { most, color, whole: all, brand } = around;
  const { contribution, low, high } = part;
  const isSite = part.split === "site";
  const isSure = part.significant && !isSite;
  // The interval of a site is of how often it is read.
  const interval = isSite ? null : sayInterval(part, points);
  const { adds, of } = sayAdds(contribution, isSite ? null : all);
  const at = (value: number) => `${50 + (50 * Math.max(-most, Math.min(most, value))) / most}%`;
  const width = `${(50 * Math.abs(contribution)) / most}%`;
  return (
    <div className={isSite ? "share of-points" : "share of-points of-whole"}>
      <Text size="sm" component="div">
        <Text span inherit className="nowrap" fw={isSure ? 600 : 400}>
          {adds}
        </Text>
        <span className="nowrap">{of}</span>
        {interval && <Fine className="nowrap">{`interval ${interval}`}</Fine>}
      </Text>
      <svg
        width="100%"
        height="14"
        role="img"
        aria-label={`${signed(contribution, points)} of the change`}
        overflow="visible"
      >
        <line x1="50%" x2="50%" y1="0" y2="14" stroke="var(--line)" strokeWidth="1.5" />
        <rect
          x={contribution < 0 ? at(contribution) : "50%"}
          width={width}
          y="3"
          height="8"
          rx="2"
          fill={color}
          opacity={isSure ? 1 : 0.6}
        />
        {interval && low !== null && high !== null && <Whisker low={at(low)} high={at(high)} />}
      </svg>
      {isSite && <Fine className="why">{sayGoesAlong(part, brand.name)}</Fine>}
    </div>
  );
}
