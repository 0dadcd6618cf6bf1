import { Grid, Popover, Stack, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { BestActions, DoFirst } from "../../brands/best-actions.tsx";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { BrandFigures } from "../../brands/brand-figures.tsx";
import { FollowRun } from "../../brands/follow-run.tsx";
import { HealthPanel } from "../../brands/health.tsx";
import { useMapSpans } from "../../brands/heat-map.tsx";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { overviewInput } from "../../brands/overview-input.ts";
import { Standing } from "../../brands/standing.tsx";
import { TopSources } from "../../brands/top-sources.tsx";
import { useUsualRival } from "../../brands/use-usual-rival.ts";
import { VisibilityTrend } from "../../brands/visibility-trend.tsx";
import { WeakLine } from "../../brands/weak-line.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { AnswersNotes, PageTitle } from "../../frame/page-title.tsx";
import { SharePage } from "../../frame/share-page.tsx";
import { useBrandList, useCounted, useOwnName, useRanked } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { withFilters } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { KeptLine } from "../../widgets/kept-line.tsx";
import { isAnyLeft, NotCounted } from "../../widgets/not-counted.tsx";
import { CardOutline, ReportOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { someAnswers, whole } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import { Against } from "./against.tsx";
import { InWords, Weakest } from "./in-words.tsx";
import { LastRun, NewestAnswers, NewestAt, OpenSuggestions } from "./overview-lists.tsx";
import { WhatChanged } from "./what-changed.tsx";

/** Where the brand stands, what changed, and the answers behind it. */
export function Overview() {
  const here = useHere();
  const { isGuest } = here;
  const list = useBrandList();
  const own_id = list.data?.data.find(({ is_own }) => is_own)?.id;
  const brands = useAsk("get_brand_report", overviewInput(here, own_id), {
    enabled: !list.isPending,
  });
  const counted = useCounted();
  const own = brands.data?.data.map(counted).find(({ brand }) => brand.is_own);
  const rankedIn = useRanked();
  const rival = useUsualRival(brands.data?.data ?? []);
  const name = useOwnName();
  return (
    <>
      <PageTitle
        title="Overview"
        onPaper={`${name} in AI answers`}
        text={<Population report={brands.data} />}
        scoped
        hasNotesBelow
      >
        <SharePage page="overview" />
      </PageTitle>
      <FollowRun />
      <Stack gap="md">
        <HealthPanel action={<PageLink to="/models">Assistants</PageLink>} />
        <Answered asked={brands} outline={<ReportOutline />}>
          {(report) =>
            report.population.answers === 0 ? (
              <>
                <Panel>
                  <NoAnswers />
                </Panel>
                <AnswersNotes scoped rivals />
              </>
            ) : (
              <Stack gap="md">
                {own && (
                  <div className="message">
                    <InWords own={own} rows={report.data} ranked={rankedIn(report)} />
                    {rival === null && <KeptLine />}
                    {rival && <Weakest own={own} rival={rival} />}
                    {!isGuest && <DoFirst />}
                  </div>
                )}
                {own && <BrandFigures row={own} ranked={rankedIn(report)} />}
                <div>
                  {own && <WeakLine brand_id={own.brand.id} />}
                  <AnswersNotes scoped rivals />
                </div>
                <Parts own={own} rival={rival} rows={report.data} />
                {hasRest(report.population) && (
                  <Fine component="div" className="print-only">
                    From {someAnswers(report.population.answers)}. <Rest of={report.population} />
                  </Fine>
                )}
              </Stack>
            )
          }
        </Answered>
      </Stack>
    </>
  );
}

/** All below the figures. How wide the map is decides where the rest stands, which waits until that is known. */
function Parts({
  own,
  rival,
  rows,
}: {
  own: BrandRow | undefined;
  /** Null: not known yet. */
  rival: BrandRow | undefined | null;
  rows: BrandRow[];
}) {
  const { scope, isGuest } = useHere();
  const spans = useMapSpans();
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  if (!spans) return <CardOutline height={320} />;
  const map = (
    <Grid.Col key="map" span={spans.map}>
      {own && rival !== undefined ? (
        <Against own={own} best={rival} rows={rows} />
      ) : (
        <Standing rows={rows} />
      )}
    </Grid.Col>
  );
  const changed = (
    <Grid.Col key="changed" span={spans.beside}>
      <WhatChanged rows={rows} isCompared={scope.compare !== false} />
    </Grid.Col>
  );
  const actions = !isGuest && (
    <Grid.Col key="actions" span={12}>
      <BestActions />
    </Grid.Col>
  );
  return (
    <>
      <Grid gap="md">
        {/* On a phone the map is a long list. */}
        {isPhone ? [actions, changed, map] : [map, changed, actions]}
      </Grid>
      <VisibilityTrend rows={rows} />
      <Halves rows={rows} hasMap={own !== undefined && rival !== undefined} />
    </>
  );
}

/** What stands side by side at the end of the page; with a map above, the standing, too. */
function Halves({ rows, hasMap }: { rows: BrandRow[]; hasMap: boolean }) {
  const { isGuest } = useHere();
  return (
    <Grid gap="md" className="halves-on-paper">
      {hasMap && (
        <Grid.Col span={{ base: 12, md: isGuest ? 12 : 7 }}>
          <Standing rows={rows} />
        </Grid.Col>
      )}
      {!isGuest && (
        <Grid.Col span={{ base: 12, md: 5 }} className="no-print">
          <OpenSuggestions />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, md: isGuest ? 12 : 7 }}>
        <TopSources />
      </Grid.Col>
      {!isGuest && (
        <Grid.Col span={{ base: 12, md: 5 }} className="no-print">
          <NewestAnswers />
        </Grid.Col>
      )}
      {!isGuest && (
        <Grid.Col span={12} className="no-print">
          <LastRun />
        </Grid.Col>
      )}
    </Grid>
  );
}

function Population({ report }: { report: OutputOf<"get_brand_report"> | undefined }) {
  const { scope } = useHere();
  // Of none the page itself says why.
  const answers = report?.population.answers ?? 0;
  if (!report || (answers === 0 && !hasRest(report.population))) return <>&nbsp;</>;
  return (
    <>
      From{" "}
      <Behind count={answers} of={{}}>
        {someAnswers(answers)}
      </Behind>
      {hasRest(report.population) && (
        <>
          {" "}
          <Popover position="bottom-start" shadow="md" trapFocus>
            <Popover.Target>
              <UnstyledButton className="hinted" fz="inherit" c="inherit">
                counted
              </UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown fz="sm">
              <Rest of={report.population} />
            </Popover.Dropdown>
          </Popover>
        </>
      )}
      {withFilters(scope)}
      <NewestAt />
    </>
  );
}

type Counts = OutputOf<"get_brand_report">["population"];

const hasRest = (population: Counts) => population.cut_answers > 0 || isAnyLeft(population);

/** What is not whole of the answers that are counted, and what is not counted. */
function Rest({ of }: { of: Counts }) {
  return (
    <>
      {of.cut_answers > 0 && `${whole(of.cut_answers)} of them cut by a length limit. `}
      {isAnyLeft(of) && (
        <>
          Not counted: <NotCounted population={of} />.
        </>
      )}
    </>
  );
}
