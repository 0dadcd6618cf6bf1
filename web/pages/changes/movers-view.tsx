import { Button, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { beforeOf } from "../../scope.ts";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { PRINTED_MAX, RestOnPaper } from "../../widgets/on-paper.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ChangeWhy } from "../../widgets/why.tsx";
import { Change } from "../../words/change.tsx";
import { Changed } from "../../words/changes-note.tsx";
import { whyUnshown } from "../../words/doubt.ts";
import { percent, points, whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { type Moved, type Mover, sortMovers } from "./movers.ts";
import { KINDS, type Kind, useMovers } from "./use-movers.ts";

const LISTS: [keyof Moved, title: string, none: string][] = [
  ["up", "Up", "Nothing went up."],
  ["down", "Down", "Nothing went down."],
  ["fresh", "New", "Nothing is new."],
  ["lost", "Lost", "Nothing was lost."],
];
const SHOWN = 10;
const WHAT: Record<Kind, string> = {
  brands: "The share of answers that name each brand.",
  prompts: "The share of each prompt's answers that name your brand.",
  domains: "The share of answers that cite each site.",
  pages: "The share of answers that cite each page.",
};

/** Those whose shares are of answers that cite them, and not of those that read them. */
const CITED: ReadonlySet<Kind> = new Set<Kind>(["domains", "pages"]);

/** What went up and down between two periods, what is new and what was lost. */
export function MoversView({ kind, setKind }: { kind: Kind; setKind(kind: Kind): void }) {
  return (
    <Stack>
      <SegmentedControl
        aria-label="What moved"
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        className="segments"
      />
      {/* Each kind asks for itself: what another kind found is no list of this one. */}
      <Lists key={kind} kind={kind} />
    </Stack>
  );
}

function Lists({ kind }: { kind: Kind }) {
  const { asked, movers, isWhole } = useMovers(kind);
  const found = sortMovers(movers);
  return (
    <>
      <Dim>
        {WHAT[kind]} What is more than chance comes first.
        {!isWhole && " Of the 1,000 most cited of each period."}
      </Dim>
      <Answered asked={asked} outline={<CardOutline height={320} />}>
        {() =>
          movers.length === 0 ? (
            <Panel>
              <Empty
                icon={<IconArrowsExchange size={32} aria-hidden />}
                title="Nothing to compare with"
              >
                What moved is told from answers in both periods
                {CITED.has(kind) && " that report their sources"}. Choose other days, or wait for
                more answers.
              </Empty>
            </Panel>
          ) : (
            <Changed of={[found.up, found.down].flatMap((one) => one.slice(0, SHOWN))}>
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                {LISTS.map(([list, title, none]) => (
                  <Panel key={list} title={title}>
                    {found[list].length === 0 ? (
                      <Dim>{none}</Dim>
                    ) : (
                      <Some kind={kind} movers={found[list]} />
                    )}
                  </Panel>
                ))}
              </SimpleGrid>
            </Changed>
          )
        }
      </Answered>
    </>
  );
}

/** The first of a list, and on paper some more; the others are opened. */
function Some({ kind, movers }: { kind: Kind; movers: readonly Mover[] }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <ul className="bare-list">
        {movers.slice(0, Math.max(shown, PRINTED_MAX)).map((mover, at) => (
          <li key={mover.id} {...(at >= shown && { className: "print-only" })}>
            <div className="mover">
              <Name kind={kind} mover={mover} />
              <Shares kind={kind} mover={mover} />
            </div>
          </li>
        ))}
      </ul>
      <RestOnPaper left={movers.length - Math.max(shown, PRINTED_MAX)} page="Changes, Movers" />
      {movers.length > shown && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          className="no-print"
          onClick={() => setShown(movers.length)}
        >
          Show all {whole(movers.length)}
        </Button>
      )}
    </>
  );
}

function Name({ kind, mover: { id, name } }: { kind: Kind; mover: Mover }) {
  const text = (
    <bdi className="mover-name" title={name}>
      {name}
    </bdi>
  );
  if (kind === "brands") {
    return (
      <PageLink isQuiet to="/changes" search={{ brand_id: id }}>
        {text}
      </PageLink>
    );
  }
  if (kind === "prompts") {
    return (
      <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id: id }}>
        {text}
      </PageLink>
    );
  }
  return text;
}

/** Both shares, which open their answers, and the change. */
function Shares({ kind, mover }: { kind: Kind; mover: Mover }) {
  const { scope, timezone } = useHere();
  const own = useOwnBrand()?.id;
  const { date_from: from, date_to: to } = beforeOf(scope, timezone);
  const of: Narrowed = {
    brands: { brand_id: mover.id },
    prompts: { prompt_id: mover.id, ...(own && { brand_id: own }) },
    domains: { domain: mover.id, use: "cited" },
    pages: { url: mover.id, use: "cited" },
  }[kind];
  const { before, now, counts, change } = mover;
  return (
    <div className="mover-shares">
      <Text size="sm" component="span" className="nowrap">
        {CITED.has(kind) && <span className="dim">cited in </span>}
        <Behind count={counts.before} of={{ ...of, from, to }}>
          {percent(before)}
        </Behind>
        {" → "}
        <Behind count={counts.now} of={of}>
          {percent(now)}
        </Behind>
      </Text>
      {change && before > 0 && now > 0 && <ChangeOf kind={kind} mover={mover} />}
    </div>
  );
}

/** A change that opens why, as on every page: a brand's is taken apart, a prompt's is that of its answers. Of a site there is none. */
function ChangeOf({ kind, mover: { id, change } }: { kind: Kind; mover: Mover }) {
  const { isGuest = false } = useHere();
  const own = useOwnBrand()?.id;
  if (kind === "brands")
    return <ChangeWhy change={change} show={points} isOurs={id === own} of={{ brand_id: id }} />;
  if (kind !== "prompts" || isGuest || whyUnshown(change))
    return <Change change={change} show={points} isOurs={kind === "prompts"} />;
  return (
    <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id: id }}>
      <Change change={change} show={points} isInLink />
    </PageLink>
  );
}
