import { Badge, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { brandLines, useBrandColors } from "../../brands/brand-lines.ts";
import { ChatList } from "../../brands/chat-list.tsx";
import { DimensionTable } from "../../brands/dimension-table.tsx";
import type { Measure } from "../../brands/measures.ts";
import {
  changeShown,
  countedIn,
  MEASURE_NAMES,
  MEASURE_OPTIONS,
  MEASURES,
} from "../../brands/measures.ts";
import { useModelBreaks } from "../../brands/model-breaks.ts";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { LineChart } from "../../charts/line-chart.tsx";
import { useAsk, useAskAll } from "../../data.ts";
import { FailedPage, PageTitle } from "../../frame/page-title.tsx";
import { useBrands } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { compareInput, reportInput, stepOf } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { Figure } from "../../widgets/figure.tsx";
import { endsOf } from "../../widgets/interval-bar.tsx";
import { ChartOutline, FiguresOutline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import type { Dimension } from "../../words/names.ts";
import { decimal, percent, points, someAnswers, whole } from "../../words/numbers.ts";
import { shownHost } from "../../words/shown-address.ts";
import { ToneBadge, useTone } from "../../words/tone.tsx";
import { BrandForm } from "./brand-form.tsx";
import { OtherSpellings } from "./other-spellings.tsx";

const SPLITS: { value: Dimension; label: string }[] = [
  { value: "model_id", label: "Assistant" },
  { value: "topic_id", label: "Topic" },
  { value: "tag_id", label: "Tag" },
  { value: "country_code", label: "Country" },
  { value: "prompt_id", label: "Prompt" },
];

/** What the numbers are split by, and which one is shown over time. */
function readSearch({ by, measure }: Record<string, unknown>) {
  return {
    by: SPLITS.find(({ value }) => value === by)?.value ?? "model_id",
    measure: MEASURE_NAMES.find((one) => one === measure) ?? "visibility",
  };
}

/** One brand: its numbers, its course, where it is named and where not, and the answers themselves. */
export function Brand() {
  const { brand_id = "" } = useParams({ strict: false }) as { brand_id?: string };
  const { project_id, canWrite } = useHere();
  const brand = useAsk("get_brand", { project_id, brand_id }, { fresh: true });
  const [{ by }, setSearch] = useOwnSearch(readSearch);
  const [isEditing, setEditing] = useState(false);
  const report = useNumbers(brand_id);
  if (brand.error && !brand.data) return <FailedPage title="Brand" asked={brand} />;
  return (
    <>
      <PageTitle
        title={brand.data?.name ?? "Brand"}
        text={brand.data ? <Rules brand={brand.data} /> : <>&nbsp;</>}
        scoped
        rivals={brand.data && (brand.data.is_own || [brand.data.id])}
      >
        {canWrite && brand.data && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            disabled={brand.data.status === "recalculating"}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
      </PageTitle>
      {report.data?.population.answers === 0 ? (
        <Panel>
          <NoAnswers />
        </Panel>
      ) : (
        <Stack>
          <Numbers report={report} />
          {brand.data && <OtherSpellings brand={brand.data} />}
          <Course brand_id={brand_id} answers={report.data?.population.answers} />
          <SegmentedControl
            aria-label="Split by"
            value={by}
            onChange={(value) => setSearch({ by: value as Dimension })}
            data={SPLITS}
            className="segments"
          />
          <DimensionTable
            key={by}
            brand_id={brand_id}
            dimension={by}
            color={brand.data?.color ?? "var(--accent)"}
          />
          <Panel title="Newest answers that mention it">
            <ChatList filter={{ brand_id }} />
          </Panel>
        </Stack>
      )}
      {isEditing && brand.data && (
        <BrandForm brand={brand.data} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

function Rules({
  brand,
}: {
  brand: { aliases: { text: string }[]; domains: string[]; is_own: boolean; status: string };
}) {
  const known = [...brand.aliases.map(({ text }) => text), ...brand.domains.map(shownHost)];
  return (
    <Group gap={6}>
      {brand.is_own && (
        <Badge variant="light" tt="none">
          yours
        </Badge>
      )}
      {brand.status === "recalculating" && (
        <Badge variant="light" color="orange" tt="none">
          being re-read
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {known.length > 0 ? `also ${known.join(", ")}` : "by name only"}
      </Text>
    </Group>
  );
}

function useBrandInput(brand_id: string) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone);
  const only = { field: "brand_id" as const, operator: "in" as const, values: [brand_id] };
  return { project_id, ...input, filters: [...input.filters, only] };
}

function useNumbers(brand_id: string) {
  const { scope } = useHere();
  return useAsk("get_brand_report", {
    ...useBrandInput(brand_id),
    ...compareInput(scope),
  });
}

function Numbers({ report }: { report: ReturnType<typeof useNumbers> }) {
  const tracked = useBrands().size;
  return (
    <Answered asked={report} outline={<FiguresOutline />}>
      {({ data: [row] }) => {
        if (!row) return <Text size="sm">This brand is in no report of these days.</Text>;
        const isOurs = row.brand.is_own;
        return (
          <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
            <Figure
              isOurs={isOurs}
              label="Visibility"
              of={{ brand_id: row.brand.id, measure: "visibility" }}
              value={percent(row.visibility)}
              behind={{ count: row.visibility_count, of: { brand_id: row.brand.id } }}
              rests={`of ${someAnswers(row.visibility_total)}`}
              ends={endsOf(row, "visibility")}
              say={percent}
              change={changeShown(row, "visibility")}
              show={points}
            />
            <Figure
              isOurs={isOurs}
              label="Share of voice"
              of={{ brand_id: row.brand.id, measure: "share_of_voice" }}
              value={percent(row.share_of_voice)}
              behind={{ count: row.visibility_count, of: { brand_id: row.brand.id } }}
              rests={`among ${tracked} brands`}
              note={`Among tracked brands, in ${someAnswers(row.visibility_total)}.`}
              ends={endsOf(row, "share_of_voice")}
              say={percent}
              change={changeShown(row, "share_of_voice")}
              show={points}
            />
            <Figure
              isOurs={isOurs}
              label="Position"
              of={{ brand_id: row.brand.id, measure: "position" }}
              value={decimal(row.position, 2)}
              behind={{ count: row.visibility_count, of: { brand_id: row.brand.id } }}
              rests={`in ${someAnswers(row.position_count)}`}
              note="The mean rank among tracked brands, in answers that name it."
              more={
                <>
                  first in{" "}
                  <Behind count={row.first_count} of={{ first_brand_id: row.brand.id }}>
                    {whole(row.first_count)}
                  </Behind>{" "}
                  of them
                </>
              }
              ends={endsOf(row, "position")}
              say={(end) => decimal(end, 2)}
              change={changeShown(row, "position")}
              show={(value) => decimal(value, 2)}
              lowerIsBetter
            />
            <Figure
              isOurs={isOurs}
              label="Tone"
              of={{ brand_id: row.brand.id, measure: "sentiment" }}
              badge={<ToneBadge />}
              value={decimal(row.sentiment, 0)}
              behind={countedIn("sentiment", row, { brand_id: row.brand.id })}
              rests={`in ${someAnswers(row.sentiment_count)}`}
              note="From 0 to 100; 50 is neutral."
              ends={endsOf(row, "sentiment")}
              say={(end) => decimal(end, 0)}
              change={changeShown(row, "sentiment")}
              show={(value) => value.toFixed(1)}
            />
          </SimpleGrid>
        );
      }}
    </Answered>
  );
}

function Course({
  brand_id,
  answers,
}: {
  brand_id: string;
  /** Usable answers of the range. */
  answers: number | undefined;
}) {
  const { scope, timezone } = useHere();
  const [{ measure }, setSearch] = useOwnSearch(readSearch);
  const step = stepOf(scope, timezone, answers);
  const colors = useBrandColors();
  const tone = useTone();
  const breaks = useModelBreaks(step);
  const trend = useAskAll("get_brand_report", { ...useBrandInput(brand_id), dimensions: [step] });
  const { label, onAxis, show } = MEASURES[measure];
  return (
    <Panel
      title="Over time"
      action={
        <SegmentedControl
          size="xs"
          aria-label="Measure"
          value={measure}
          onChange={(value) => setSearch({ measure: value as Measure })}
          data={MEASURE_OPTIONS}
          className="segments"
        />
      }
    >
      <Answered asked={trend} outline={<ChartOutline />}>
        {(rows) => {
          const lines = brandLines(rows, rows.slice(0, 1), { colors, step, measure });
          return (
            <LineChart
              name={`${label} over time`}
              step={step}
              show={onAxis}
              say={show}
              from={measure === "position" || measure === "sentiment" ? "data" : 0}
              lines={lines.map((line) => ({ ...line, isEmphasised: true }))}
              breaks={breaks}
            />
          );
        }}
      </Answered>
      {measure === "position" && (
        <Text size="xs" c="dimmed" mt={4}>
          Mean rank where it is mentioned: 1 is named first, so lower is better.
        </Text>
      )}
      {measure === "sentiment" && (
        <Text size="xs" c="dimmed" mt={4}>
          {tone.how}
        </Text>
      )}
    </Panel>
  );
}
