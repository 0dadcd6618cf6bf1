import { Badge, Button, Group, SegmentedControl, Stack } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { brandLines, useBrandColors } from "../../brands/brand-lines.ts";
import { ChatList } from "../../brands/chat-list.tsx";
import { DimensionTable } from "../../brands/dimension-table.tsx";
import type { Measure } from "../../brands/measures.ts";
import { MEASURE_NAMES, MEASURE_OPTIONS, MEASURES } from "../../brands/measures.ts";
import { useModelBreaks } from "../../brands/model-breaks.ts";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { stepOf } from "../../brands/step-of.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { useAsk, useAskAll } from "../../data.ts";
import { FailedPage, PageTitle } from "../../frame/page-title.tsx";
import { useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { compareInput } from "../../scope.ts";
import { ChartOutline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import type { Dimension } from "../../words/names.ts";
import { shownHost } from "../../words/shown-address.ts";
import { Dim, Fine } from "../../words/text.ts";
import { useTone } from "../../words/tone.tsx";
import { BrandForm } from "./brand-form.tsx";
import { Numbers, useBrandInput } from "./brand-numbers.tsx";
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
  const own = useOwnBrand();
  const report = useNumbers(brand_id);
  if (brand.error && !brand.data) {
    const list = <PageLink to="/brands">All brands</PageLink>;
    return <FailedPage title="Brand" list={list} asked={brand} />;
  }
  return (
    <>
      <PageTitle
        title={brand.data?.name ?? "Brand"}
        text={brand.data ? <Rules brand={brand.data} /> : <>&nbsp;</>}
        scoped
        rivals={brand.data && (brand.data.is_own || [brand.data.id])}
      >
        {own && brand.data && !brand.data.is_own && (
          <PageLink
            to="/compare"
            search={{ one: own.id, other: brand_id }}
            isButton="default"
            size="sm"
          >
            Compare with you
          </PageLink>
        )}
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
      {brand.is_own && <Badge>yours</Badge>}
      {brand.status === "recalculating" && <Badge color="orange">being re-read</Badge>}
      <Dim>{known.length > 0 ? `also ${known.join(", ")}` : "by name only"}</Dim>
    </Group>
  );
}

function useNumbers(brand_id: string) {
  const { scope } = useHere();
  return useAsk("get_brand_report", {
    ...useBrandInput(brand_id),
    ...compareInput(scope),
  });
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
        <Fine mt={4}>Mean rank where it is mentioned: 1 is named first, so lower is better.</Fine>
      )}
      {measure === "sentiment" && <Fine mt={4}>{tone.how}</Fine>}
    </Panel>
  );
}
