import { Grid, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import dayjs from "dayjs";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { useBrandColors } from "../../brands/brand-lines.ts";
import { HealthPanel } from "../../brands/health.tsx";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { TopSources } from "../../brands/top-sources.tsx";
import { VisibilityTrend } from "../../brands/visibility-trend.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { periodOf, reportInput } from "../../scope.ts";
import { Figure } from "../../widgets/figure.tsx";
import { endsOf, IntervalBar } from "../../widgets/interval-bar.tsx";
import { ReportOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Change, points } from "../../words/change.tsx";
import { decimal, percent, whole } from "../../words/numbers.ts";
import { ToneBadge, useTone } from "../../words/tone.tsx";
import { LastRun, NewestAnswers, OpenSuggestions, SurestGaps } from "./overview-lists.tsx";

/** Where the brand stands, what changed, and the answers behind it. */
export function Overview() {
  const { project_id, scope, timezone, isGuest } = useHere();
  const input = { project_id, ...reportInput(scope, timezone) };
  const compare = scope.compare === false ? {} : { compare: "previous_period" as const };
  const brands = useAsk("get_brand_report", { ...input, ...compare, limit: 100 });
  const own = brands.data?.data.find(({ brand }) => brand.is_own);
  return (
    <>
      <PageTitle title="Overview" text={<Population report={brands.data} />} scoped />
      <Stack gap="md">
        <HealthPanel action={<PageLink to="/models">Assistants</PageLink>} />
        <Answered asked={brands} outline={<ReportOutline />}>
          {(report) =>
            report.population.answers === 0 ? (
              <Panel>
                <NoAnswers />
              </Panel>
            ) : (
              <Stack gap="md">
                {own && <Headline own={own} tracked={report.total_count} />}
                <VisibilityTrend rows={report.data} />
                <Grid gap="md">
                  <Grid.Col span={{ base: 12, md: 7 }}>
                    <Standing rows={report.data} />
                  </Grid.Col>
                  <Grid.Col span={{ base: 12, md: 5 }}>
                    <WhatChanged rows={report.data} isCompared={scope.compare !== false} />
                  </Grid.Col>
                  {!isGuest && (
                    <>
                      <Grid.Col span={{ base: 12, md: 7 }}>
                        <SurestGaps />
                      </Grid.Col>
                      <Grid.Col span={{ base: 12, md: 5 }}>
                        <OpenSuggestions />
                      </Grid.Col>
                    </>
                  )}
                  <Grid.Col span={{ base: 12, md: isGuest ? 12 : 7 }}>
                    <TopSources />
                  </Grid.Col>
                  {!isGuest && (
                    <Grid.Col span={{ base: 12, md: 5 }}>
                      <NewestAnswers />
                    </Grid.Col>
                  )}
                  {!isGuest && (
                    <Grid.Col span={12}>
                      <LastRun />
                    </Grid.Col>
                  )}
                </Grid>
              </Stack>
            )
          }
        </Answered>
      </Stack>
    </>
  );
}

function Population({ report }: { report: OutputOf<"get_brand_report"> | undefined }) {
  if (!report) return <>&nbsp;</>;
  const { answers, cut_answers, no_answer, refused, error } = report.population;
  const left = no_answer + refused + error;
  return (
    <>
      From {whole(answers)} answers
      {cut_answers > 0 && `, ${whole(cut_answers)} of them cut by a length limit`}
      {left > 0 && `; ${whole(left)} without a usable answer are not counted`}
    </>
  );
}

function Headline({ own, tracked }: { own: BrandRow; tracked: number }) {
  const { change } = own;
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <Figure
        label="Visibility"
        value={percent(own.visibility)}
        note={`share of answers that mention it, n\u00A0${whole(own.visibility_total)}`}
        ends={endsOf(own, "visibility")}
        say={percent}
        change={change?.visibility}
        show={points}
      />
      <Figure
        label="Share of voice"
        value={percent(own.share_of_voice)}
        note={`among ${tracked} tracked brands`}
        ends={endsOf(own, "share_of_voice")}
        say={percent}
        change={change?.share_of_voice}
        show={points}
      />
      <Figure
        label="Position"
        value={decimal(own.position)}
        note={`mean rank when mentioned, n\u00A0${whole(own.position_count)}`}
        ends={endsOf(own, "position")}
        say={decimal}
        change={change?.position}
        show={(value) => value.toFixed(1)}
        lowerIsBetter
      />
      <Figure
        label="Tone"
        badge={<ToneBadge />}
        value={decimal(own.sentiment, 0)}
        note={`0 to 100, 50 is neutral, n\u00A0${whole(own.sentiment_count)}`}
        ends={endsOf(own, "sentiment")}
        say={(end) => decimal(end, 0)}
        change={change?.sentiment}
        show={(value) => value.toFixed(1)}
      />
    </SimpleGrid>
  );
}

function Standing({ rows }: { rows: BrandRow[] }) {
  const colors = useBrandColors();
  const top = [...rows].sort((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0)).slice(0, 8);
  const best = top[0]?.visibility_high ?? 1;
  return (
    <Panel title="You and your competitors" action={<PageLink to="/brands">All brands</PageLink>}>
      <Stack gap={10}>
        {top.map((row) => (
          <StandingRow key={row.brand.id} row={row} max={best} color={colors.get(row.brand.id)} />
        ))}
      </Stack>
    </Panel>
  );
}

function StandingRow({
  row,
  max,
  color,
}: {
  row: BrandRow;
  max: number;
  color: string | undefined;
}) {
  return (
    <div className="standing">
      <PageLink
        isQuiet
        to="/brands/$brand_id"
        params={{ brand_id: row.brand.id }}
        style={{ fontWeight: row.brand.is_own ? 650 : 400 }}
      >
        {row.brand.name}
      </PageLink>
      <IntervalBar
        value={row.visibility}
        {...endsOf(row, "visibility")}
        count={row.visibility_count}
        total={row.visibility_total}
        color={color ?? "var(--accent)"}
        max={max}
      />
      <Text size="sm" ta="right">
        {percent(row.visibility)}
      </Text>
    </div>
  );
}

/** What the changes are against. */
function Before() {
  const { scope, timezone } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const days = dayjs(date_to).diff(date_from, "day") + 1;
  return (
    <Text size="sm" c="dimmed">
      {days === 1 ? "since the day before" : `since the ${days} days before`}
    </Text>
  );
}

function WhatChanged({ rows, isCompared }: { rows: BrandRow[]; isCompared: boolean }) {
  const tone = useTone();
  const found = rows.flatMap(({ brand, change }) =>
    change
      ? [
          { brand, what: "visibility", change: change.visibility, show: points, isRank: false },
          {
            brand,
            what: "share of voice",
            change: change.share_of_voice,
            show: points,
            isRank: false,
          },
          {
            brand,
            what: "position",
            change: change.position,
            show: (v: number) => v.toFixed(1),
            isRank: true,
          },
          {
            brand,
            what: `tone (${tone.word})`,
            change: change.sentiment,
            show: (v: number) => v.toFixed(1),
            isRank: false,
          },
        ].filter(({ change }) => change.significant)
      : [],
  );
  // One's own first, then what is least likely to be chance.
  found.sort(
    (a, b) =>
      Number(b.brand.is_own) - Number(a.brand.is_own) || (a.change.p ?? 1) - (b.change.p ?? 1),
  );
  const isKnown = rows.some(({ change }) => typeof change?.visibility.value === "number");
  const compared = isKnown
    ? "Nothing changed by more than noise since the previous period."
    : "The previous period has too little data to compare with.";
  const nothing = isCompared
    ? compared
    : "The comparison with the previous period is switched off for this range.";
  return (
    <Panel title="What changed" action={isCompared && <Before />}>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      ) : (
        <Stack gap={8}>
          {found.slice(0, 8).map(({ brand, what, change, show, isRank }) => (
            <Group key={brand.id + what} justify="space-between" wrap="nowrap">
              <Text size="sm" c="dimmed">
                <Text span inherit c="var(--mantine-color-text)" fw={brand.is_own ? 600 : 400}>
                  {brand.name}
                </Text>{" "}
                {what}
              </Text>
              <Change change={change} show={show} lowerIsBetter={isRank} isOurs={brand.is_own} />
            </Group>
          ))}
          <Text size="xs" c="dimmed">
            Of changes that are listed here, at most 5 % are chance.
          </Text>
        </Stack>
      )}
    </Panel>
  );
}
