import { Badge, Group, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { changeColumns } from "../../widgets/change-columns.ts";
import type { Column } from "../../widgets/data-table.tsx";
import { endsOf, ShareCell } from "../../widgets/interval-bar.tsx";
import { OnPaper, PRINTED_MAX } from "../../widgets/on-paper.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Change } from "../../words/change.tsx";
import { countryName } from "../../words/country-name.ts";
import { type Difference, whyUnshown } from "../../words/doubt.ts";
import { ago, listed, percent, points, whole } from "../../words/numbers.ts";
import { NotYet } from "./not-yet.tsx";
import { PromptNames } from "./prompt-names.tsx";
import type { Prompt, Seen, Tag, Topic } from "./use-prompts.ts";

/** A tag as it is shown everywhere. */
export function TagBadge({ tag }: { tag: Tag }) {
  return (
    <Badge variant="default" fw={500} className="chip" title={tag.name}>
      <span className="dot" style={{ background: tag.color }} aria-hidden />
      {tag.name}
    </Badge>
  );
}

type Around = {
  topics: ReadonlyMap<string, Topic>;
  tags: ReadonlyMap<string, Tag>;
  /** What is counted of each; null: that is not known. */
  seen: ReadonlyMap<string, Seen> | null;
  /** How each changed; null: that is still asked. */
  changes: ReadonlyMap<string, Difference> | null;
  color: string;
  /** The brands that most answers to a prompt name, more than one where they are level; null: nobody asked, undefined: not known. */
  winners: ReadonlyMap<string, Seen[]> | null | undefined;
  isCompared: boolean;
  /** Prompts are asked in several countries, so that their country is a column. */
  isOfSeveral: boolean;
  /** When what was never asked is asked first; empty: that is not known. */
  firstAsked: string;
  /** Asks one of them now; undefined where nobody can. */
  onAsk: ((prompt_id: string) => void) | undefined;
};

/** The columns of the list of prompts. */
export function promptColumns({
  topics,
  tags,
  seen,
  changes,
  color,
  winners,
  isCompared,
  isOfSeveral,
  firstAsked,
  onAsk,
}: Around): Column<Prompt>[] {
  const topicOf = ({ topic_id }: Prompt) => (topic_id ? topics.get(topic_id)?.name : undefined);
  const tagsOf = ({ tag_ids }: Prompt) => tag_ids.flatMap((id) => tags.get(id) ?? []);
  const rowOf = ({ id }: Prompt) => seen?.get(id);
  const known = (shown: ReactNode) => (seen ? shown : "…");
  return [
    { key: "prompt_id", header: "Id", value: ({ id }) => id, csvOnly: true },
    {
      key: "prompt",
      header: "Prompt",
      value: ({ text }) => text,
      show: (prompt) => <PromptName prompt={prompt} />,
    },
    {
      key: "visibility",
      header: "Your visibility",
      place: "wide",
      hint: "Share of its answers that mention your brand, with the 95\u00A0% interval.",
      width: 190,
      value: (prompt) => rowOf(prompt)?.visibility,
      show: (prompt) =>
        known(<Visibility row={rowOf(prompt)} color={color} of={{ prompt_id: prompt.id }} />),
    },
    ...endsColumns(rowOf),
    answersColumn(seen),
    ...(isCompared ? changeOfPrompt(rowOf, changes) : []),
    ...(winners === null ? [] : [winnerColumn(winners)]),
    {
      key: "topic",
      header: "Topic",
      value: topicOf,
      show: (prompt) => <span className="topic">{topicOf(prompt) ?? "–"}</span>,
    },
    {
      key: "tags",
      header: "Tags",
      place: "spare",
      value: (prompt) =>
        tagsOf(prompt)
          .map(({ name }) => name)
          .join("; "),
      show: (prompt) =>
        tagsOf(prompt).length > 0 && (
          <Group gap={4}>
            {tagsOf(prompt).map((tag) => (
              <TagBadge key={tag.id} tag={tag} />
            ))}
          </Group>
        ),
    },
    {
      key: "country_code",
      header: "Country",
      csvOnly: !isOfSeveral,
      value: (prompt) => prompt.country_code,
      show: ({ country_code }) => <span title={countryName(country_code)}>{country_code}</span>,
    },
    {
      key: "language_code",
      header: "Language",
      csvOnly: true,
      value: (prompt) => prompt.language_code,
    },
    { key: "status", header: "State", value: (prompt) => prompt.status, csvOnly: true },
    { key: "is_branded", header: "Branded", value: (prompt) => prompt.is_branded, csvOnly: true },
    {
      key: "last_run_at",
      header: "Last asked",
      place: "roomy",
      hint: "When Earshot last asked it. Imported: it has answers, but Earshot did not ask for them.",
      value: (prompt) => prompt.last_run_at,
      show: (prompt) =>
        prompt.last_run_at ? (
          <span className="nowrap">{ago(prompt.last_run_at)}</span>
        ) : (
          known(
            rowOf(prompt)?.visibility_total ? (
              "imported"
            ) : (
              <NotYet prompt={prompt} firstAsked={firstAsked} onAsk={onAsk} />
            ),
          )
        ),
    },
  ];
}

function changeOfPrompt(
  rowOf: (prompt: Prompt) => Seen | undefined,
  changes: Around["changes"],
): Column<Prompt>[] {
  const changeOf = (prompt: Prompt): Difference | undefined => {
    const plain = rowOf(prompt)?.change?.visibility;
    return (
      changes?.get(prompt.id) ??
      (plain && (whyUnshown(plain) ? plain : { ...plain, reason: undefined }))
    );
  };
  const change: Column<Prompt> = {
    key: "change",
    header: "Change",
    hint: "Of your visibility since the period before, as in Changes; coloured only if it is more than chance: of all prompts that are, at most 5\u00A0% are chance. Prompts that name your brand are tested where they are included.",
    value: (prompt) => changeOf(prompt)?.value,
    show: (prompt) =>
      changes ? (
        <Change change={changeOf(prompt)} show={points} none="–" />
      ) : (
        // As wide as what comes: no column is left out later.
        <span style={{ display: "inline-block", minWidth: 165 }}>…</span>
      ),
  };
  return [change, ...changeColumns(changeOf)];
}

/** So many brands that are level are named; of more, the first. */
const LEVEL_NAMED = 2;

function winnerColumn(winners: ReadonlyMap<string, Seen[]> | undefined): Column<Prompt> {
  const namesOf = ({ id }: Prompt) => winners?.get(id)?.map(({ brand }) => brand.name) ?? [];
  return {
    key: "most_named",
    header: "Most named",
    hint: "The brand that most of its answers name, with those that are level.",
    value: (prompt) => namesOf(prompt).join("; "),
    show: (prompt) => {
      const rows = winners?.get(prompt.id) ?? [];
      const shown = rows.length > LEVEL_NAMED ? rows.slice(0, 1) : rows;
      const more = rows.length - shown.length;
      if (rows.length === 0) return winners ? "–" : "…";
      return (
        <>
          {shown.map((row, n) => (
            <Fragment key={row.brand.id}>
              {n > 0 && " and "}
              <Behind
                count={row.visibility_count}
                of={{ prompt_id: prompt.id, brand_id: row.brand.id }}
              >
                <bdi className="topic" style={{ fontWeight: row.brand.is_own ? 650 : 400 }}>
                  {row.brand.name}
                </bdi>
              </Behind>
            </Fragment>
          ))}
          {more > 0 && (
            <OnPaper
              screen={<span title={namesOf(prompt).join(", ")}> and {whole(more)} more</span>}
              paper={`and ${listed(namesOf(prompt).slice(1), PRINTED_MAX)}`}
            />
          )}{" "}
          <span className="nowrap dim">{percent(rows[0]?.visibility ?? null, 0)}</span>
        </>
      );
    },
  };
}

function answersColumn(seen: Around["seen"]): Column<Prompt> {
  const countOf = ({ id }: Prompt) => seen && (seen.get(id)?.visibility_total ?? 0);
  return {
    key: "answers",
    header: "Answers",
    hint: "Usable answers in this range.",
    align: "right",
    value: countOf,
    show: (prompt) => {
      const count = countOf(prompt);
      return count === null ? (
        "…"
      ) : (
        <Behind count={count} of={{ prompt_id: prompt.id }}>
          {whole(count)}
        </Behind>
      );
    },
  };
}

/** The ends of the interval of a visibility, in the file alone. */
export const endsColumns = <Row,>(rowOf: (row: Row) => Seen | undefined) =>
  (["visibility_low", "visibility_high"] as const).map(
    (key): Column<Row> => ({
      ...{ key, header: "", csvOnly: true },
      value: (row) => rowOf(row)?.[key],
    }),
  );

function PromptName({ prompt }: { prompt: Prompt }) {
  const { id, text, status, brand_ids, language_code } = prompt;
  return (
    <div className="prompt-name">
      <PageLink isQuiet opensRow to="/prompts/$prompt_id" params={{ prompt_id: id }}>
        <Text size="sm" lineClamp={2} component="span" title={text} lang={language_code}>
          {text}
        </Text>
      </PageLink>
      {(status === "archived" || brand_ids.length > 0) && (
        <Group gap={4} mt={2}>
          {status === "archived" && (
            <Badge size="sm" color="gray">
              archived
            </Badge>
          )}
          <PromptNames size="sm" prompt={prompt} />
        </Group>
      )}
    </div>
  );
}

/** The share of some answers that names the own brand; `of`: what narrows answers to these. */
export function Visibility({
  row,
  color,
  of,
}: {
  row: Seen | undefined;
  color: string;
  of: Narrowed;
}) {
  if (!row || row.visibility_total === 0) return <span className="dim">no answers</span>;
  return (
    <ShareCell
      value={row.visibility}
      {...endsOf(row, "visibility")}
      count={row.visibility_count}
      total={row.visibility_total}
      color={color}
      behind={{ ...of, brand_id: row.brand.id }}
    />
  );
}
