import { Text } from "@mantine/core";
import { useCounted } from "../frame/tracked-brands.ts";
import { useHere } from "../here.tsx";
import { WITH_THOSE_BEFORE } from "../scope.ts";
import { useBarScale } from "../widgets/bar-scale.tsx";
import { Behind } from "../widgets/behind.tsx";
import { endsOf, IntervalBar } from "../widgets/interval-bar.tsx";
import { OnPaper } from "../widgets/on-paper.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { Panel } from "../widgets/panel.tsx";
import { READ_BAR } from "../words/counted.ts";
import { percent, whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { useBrandColors } from "./brand-lines.ts";

const SHOWN = 8;

type Span = { from: string; to: string };
/** Pages that show a change compare days of their own with those just before. */
const searchOf = (of: Span | undefined) => (of ? { search: { ...of, ...WITH_THOSE_BEFORE } } : {});

/** The own brand, wherever it stands, among the most visible of its competitors; `of`: the days, if not those of the page. */
export function Standing({ rows, of }: { rows: BrandRow[]; of?: Span }) {
  const { isGuest } = useHere();
  const colors = useBrandColors();
  const counted = useCounted();
  const top = rows
    .map(counted)
    .sort((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0))
    .filter(({ brand }, at) => at < SHOWN || brand.is_own);
  // It is the last of them, where it is not among the most visible.
  const beside = top.length > SHOWN ? top.at(-1)?.brand.name : undefined;
  const best = useBarScale(Math.max(0.05, ...top.map((row) => row.visibility_high ?? 0)));
  return (
    <Panel
      title={isGuest ? "The brand and its competitors" : "You and your competitors"}
      action={
        <PageLink to="/brands" {...searchOf(of)}>
          All brands
        </PageLink>
      }
    >
      <div className="standings">
        {top.map((row) => (
          <StandingRow
            key={row.brand.id}
            {...{ row, of }}
            max={best}
            color={colors.get(row.brand.id)}
          />
        ))}
      </div>
      <Fine mt="sm">
        {top.length < rows.length && (
          <>
            The {whole(SHOWN)} most visible of {whole(rows.length)} tracked brands
            {beside && (
              <>
                , and <bdi>{beside}</bdi>
              </>
            )}
            .{" "}
          </>
        )}
        {!isGuest && READ_BAR}
        {top.length < rows.length && !isGuest && (
          <OnPaper paper="All of them are in Earshot, on the page Brands." />
        )}
      </Fine>
    </Panel>
  );
}

function StandingRow({
  row,
  of,
  max,
  color,
}: {
  row: BrandRow;
  of: Span | undefined;
  max: number;
  color: string | undefined;
}) {
  return (
    <div className="standing">
      <PageLink
        isQuiet
        to="/brands/$brand_id"
        params={{ brand_id: row.brand.id }}
        {...searchOf(of)}
        style={{ fontWeight: row.brand.is_own ? 650 : 400 }}
      >
        <bdi>{row.brand.name}</bdi>
      </PageLink>
      <IntervalBar
        value={row.visibility}
        {...endsOf(row, "visibility")}
        count={row.visibility_count}
        total={row.visibility_total}
        color={color ?? "var(--accent)"}
        max={max}
      />
      <Text size="sm" ta="right" component="div">
        <Behind count={row.visibility_count} of={{ brand_id: row.brand.id, ...of }}>
          {percent(row.visibility)}
        </Behind>
      </Text>
    </div>
  );
}
