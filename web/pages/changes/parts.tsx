import { Button, Group, Text } from "@mantine/core";
import { useHere } from "../../here.tsx";
import { periodOf } from "../../scope.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { verdictAmongMany, verdictOf, whyUnshown } from "../../words/doubt.ts";
import { useNames } from "../../words/names.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { keyOfPart } from "../../words/part-key.ts";
import { shownHost } from "../../words/shown-address.ts";
import type { Explanation, Part } from "./explanation.ts";

export const TITLES: Record<Part["split"], { title: string; header: string }> = {
  model: { title: "By assistant", header: "Assistant" },
  topic: { title: "By topic", header: "Topic" },
  prompt: { title: "By prompt", header: "Prompt" },
  country: { title: "By country", header: "Country" },
  site: { title: "Sources used more or less", header: "Site" },
};
const SPLITS = Object.keys(TITLES) as Part["split"][];

/** The name of a part: of the assistant, topic, prompt, country or site that it is of. */
export function usePartNames(): (part: Part) => string {
  const model = useNames("model_id");
  const topic = useNames("topic_id");
  const prompt = useNames("prompt_id");
  const country = useNames("country_code");
  return (part) => {
    if (part.split === "model") return model(part.model_id);
    if (part.split === "prompt") return prompt(part.prompt_id);
    if (part.split === "country") return country(part.country_code);
    if (part.split === "site") return shownHost(part.domain ?? "");
    return part.topic_id ? topic(part.topic_id) : "no topic";
  };
}

/** Each split as a table; all bars of the page have one scale. */
export function Parts({
  found,
  color,
  showAll,
  load,
}: {
  found: Explanation;
  color: string;
  showAll(): void;
  /** Asks for the parts of every split that are not shown, too. */
  load(): Promise<Part[]>;
}) {
  const { scope, timezone } = useHere();
  const nameOf = usePartNames();
  const ends = found.data.flatMap(({ split, contribution, low, high }) =>
    split === "site" ? [contribution] : [contribution, low ?? 0, high ?? 0],
  );
  const most = Math.max(0.001, ...ends.map(Math.abs));
  return SPLITS.map((split) => {
    const rows = found.data.filter((part) => part.split === split);
    if (rows.length === 0) return null;
    const { title } = TITLES[split];
    const columns = columnsOf(split, { nameOf, most, color, brand_id: found.brand.id });
    return (
      <Panel
        key={split}
        title={title}
        action={
          <CsvButton
            name={`${found.brand.name} ${title}`}
            rows={rows}
            load={async () => (await load()).filter((part) => part.split === split)}
            total={found.part_counts[split]}
            columns={[
              { key: "brand", header: "", value: () => found.brand.name, csvOnly: true },
              ...columns,
            ]}
            of={{ ...periodOf(scope, timezone), isCompared: true }}
          />
        }
      >
        {split === "site" && (
          <Text size="sm" c="dimmed" mb="xs">
            Answers whose assistant read a site name the brand more or less often than others. Where
            they name it less often, reading the site less goes along with a plus. That need not be
            its cause, and as answers read several sites, these overlap. Tested is whether a site is
            read more or less often.
          </Text>
        )}
        <DataTable
          name={title}
          rows={rows}
          columns={columns}
          keyOf={keyOfPart}
          sorting="server"
          size={20}
        />
        {rows.length < found.part_counts[split] && (
          <Group gap="sm" mt="xs">
            <Text size="sm" c="dimmed">
              {whole(rows.length)} of {whole(found.part_counts[split])}: those that are more than
              chance first, then the largest.
            </Text>
            <Button variant="default" size="xs" className="no-print" onClick={showAll}>
              Show all {whole(found.part_counts[split])}
            </Button>
          </Group>
        )}
      </Panel>
    );
  });
}

type Around = {
  nameOf(part: Part): string;
  /** The largest contribution, in either direction. */
  most: number;
  color: string;
  brand_id: string;
};

function columnsOf(split: Part["split"], around: Around): Column<Part>[] {
  const isSite = split === "site";
  return [
    {
      key: split,
      header: TITLES[split].header,
      value: around.nameOf,
      show: (part) => <Name part={part} around={around} />,
    },
    {
      key: "contribution",
      header: isSite ? "Seen with it" : "Part of the change",
      hint: isSite
        ? "Of the change, in points. Whether the site causes it is not known."
        : "These add up to the change of what was asked in both periods. The line is the 95\u00A0% interval.",
      place: "wide",
      width: "34%",
      value: (part) => part.contribution,
      show: (part) => (whyUnshown(part) ? "–" : <Bar part={part} around={around} />),
    },
    ...(["low", "high"] as const).map(
      (end): Column<Part> => ({
        ...{ key: end, header: "", csvOnly: true, value: (part) => part[end] },
      }),
    ),
    {
      key: "verdict",
      header: "More than chance?",
      hint: `${isSite ? "Whether it is read more or less often than before. " : ""}Of the parts that are called more than chance, at most 5\u00A0% are chance.`,
      value: verdictOf,
      show: (part) => (
        <Text component="span" size="sm" {...(!part.significant && { c: "dimmed" })}>
          {verdictAmongMany({ ...part, value: part.contribution })}
        </Text>
      ),
    },
    {
      key: "before",
      header: isSite ? "Read in, before" : "Before",
      align: "right",
      value: (part) => part.before,
      show: (part) => percent(part.before),
    },
    {
      key: "now",
      header: isSite ? "Read in, now" : "Now",
      align: "right",
      value: (part) => part.now,
      show: (part) => percent(part.now),
    },
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
    <PageLink isQuiet opensRow to="/changes" search={{ brand_id: around.brand_id, ...narrowed }}>
      {name}
    </PageLink>
  );
}

/** A part of the change, right of the middle where it adds to it and left where it takes away. */
function Bar({ part, around: { most, color } }: { part: Part; around: Around }) {
  const { contribution, low, high, split } = part;
  const at = (value: number) => `${50 + (50 * Math.max(-most, Math.min(most, value))) / most}%`;
  const width = `${(50 * Math.abs(contribution)) / most}%`;
  return (
    <div className="share of-points">
      <Text size="sm" className="nowrap" fw={part.significant ? 600 : 400}>
        {signed(contribution, points)}
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
          opacity={part.significant ? 1 : 0.45}
        />
        {split !== "site" && low !== null && high !== null && (
          <g stroke="var(--mantine-color-text)" strokeWidth="1.5">
            <line x1={at(low)} x2={at(high)} y1="7" y2="7" />
            <line x1={at(low)} x2={at(low)} y1="4" y2="10" />
            <line x1={at(high)} x2={at(high)} y1="4" y2="10" />
          </g>
        )}
      </svg>
    </div>
  );
}
