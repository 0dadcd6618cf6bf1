import { Badge, Button, Group, Stack, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type BrandRow, useBrandColumns } from "../../brands/brand-columns.tsx";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { SharePage } from "../../frame/share-page.tsx";
import { useCounted, useOwnName } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { compareInput, periodOf, reportInput } from "../../scope.ts";
import { QuietButton, SmallButton } from "../../widgets/buttons.ts";
import { ConfirmChange } from "../../widgets/confirm.tsx";
import { buttons, type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { type Brand, BrandForm } from "./brand-form.tsx";
import { ByModel, ROWS } from "./brands-by-model.tsx";
import { CompareModels } from "./compare-models.tsx";

/** Every tracked brand next to the others, and what is counted as each. */
export function Brands() {
  const { project_id, scope, timezone, canWrite, isGuest } = useHere();
  const brands = useAsk("list_brands", { project_id, limit: 1000 });
  const report = useAsk("get_brand_report", {
    project_id,
    ...reportInput(scope, timezone),
    ...compareInput(scope),
    limit: 1000,
  });
  const own = useOwnName();
  const counted = useCounted();
  const rows = (report.data?.data ?? []).map(counted);
  const [edited, setEdited] = useState<Brand | "new" | null>(null);
  const [removed, setRemoved] = useState<Brand | null>(null);
  const columns = useColumns(brands.data?.data ?? [], rows, {
    edit: setEdited,
    remove: setRemoved,
  });
  return (
    <>
      <PageTitle
        title="Brands"
        text={`${isGuest ? own : "Your brand"} and the competitors ${isGuest ? "it is compared" : "you compare it"} with.`}
        scoped
        rivals
      >
        <SharePage page="brands" />
        {canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
            Track a brand
          </Button>
        )}
      </PageTitle>
      <Stack>
        <Panel
          title="Tracked brands"
          action={
            <CsvButton
              name="brands"
              rows={rows}
              columns={columns}
              of={{ ...periodOf(scope, timezone), isCompared: scope.compare !== false }}
            />
          }
        >
          <Answered asked={report} height={260}>
            {() => (
              <DataTable
                name="Tracked brands"
                rows={rows}
                columns={columns}
                keyOf={(row) => row.brand.id}
                sorting={{ key: "visibility", isDown: true }}
                size={ROWS}
              />
            )}
          </Answered>
        </Panel>
        {!isGuest && <ByModel />}
        {!isGuest && <CompareModels />}
      </Stack>
      {edited && (
        <BrandForm brand={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removed && <Remove brand={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

type Act = { edit(brand: Brand): void; remove(brand: Brand): void };

function useColumns(brands: Brand[], rows: BrandRow[], act: Act): Column<BrandRow>[] {
  const { scope, canWrite } = useHere();
  const known = new Map(brands.map((brand) => [brand.id, brand]));
  const first: Column<BrandRow> = {
    key: "brand",
    header: "Brand",
    value: (row) => row.brand.name,
    show: (row) => <Name row={row} brand={known.get(row.brand.id)} />,
  };
  const columns = useBrandColumns(first, {
    rows,
    colorOf: (row) => known.get(row.brand.id)?.color ?? "var(--accent)",
    isCompared: scope.compare !== false,
  });
  if (!canWrite) return columns;
  const actions: Column<BrandRow> = buttons((row) => {
    const brand = known.get(row.brand.id);
    if (!brand) return null;
    return (
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <SmallButton disabled={brand.status === "recalculating"} onClick={() => act.edit(brand)}>
          Edit
        </SmallButton>
        {!brand.is_own && (
          <QuietButton onClick={() => act.remove(brand)}>Stop tracking</QuietButton>
        )}
      </Group>
    );
  });
  return [...columns, actions];
}

function Name({ row, brand }: { row: BrandRow; brand: Brand | undefined }) {
  const { isGuest } = useHere();
  return (
    <Group gap="2px 6px">
      <span className="dotted">
        <span className="dot" style={{ background: brand?.color }} />
        <PageLink
          isQuiet
          opensRow
          to="/brands/$brand_id"
          params={{ brand_id: row.brand.id }}
          style={{ fontWeight: row.brand.is_own ? 650 : 400 }}
        >
          <bdi className="name">{row.brand.name}</bdi>
        </PageLink>
      </span>
      {row.brand.is_own && !isGuest && <Badge size="sm">yours</Badge>}
      {brand?.status === "recalculating" && (
        <Tooltip label="Stored answers are being read again for this brand. Its numbers follow within minutes.">
          <Badge size="sm" color="orange" tabIndex={0}>
            being re-read
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function Remove({ brand, onClose }: { brand: Brand; onClose(): void }) {
  const { project_id } = useHere();
  return (
    <ConfirmChange
      title={`Stop tracking ${brand.name}?`}
      action="Stop tracking"
      of={["delete_brand", { project_id, brand_id: brand.id }]}
      stale={["list_brands", "get_usage"]}
      said={`${brand.name} is no longer tracked. Stored answers are being re-read without it.`}
      onClose={onClose}
    >
      Its mentions and numbers are deleted. Answers stay, so you can track it again and get them
      back.
    </ConfirmChange>
  );
}
