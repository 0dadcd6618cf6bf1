import { Badge, Group, Text, Tooltip } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

export type Brand = OutputOf<"list_brands">["data"][number];
const SHOWN_MAX = 4;

/** The project's brands by their ids. */
export function useBrands(): ReadonlyMap<string, Brand> {
  const { project_id } = useHere();
  const { data } = useAsk("list_brands", { project_id, limit: 1000 });
  return new Map(data?.data.map((brand) => [brand.id, brand]));
}

/** What the project's own brand is called. */
export function useOwnName(): string {
  const { project } = useHere();
  return [...useBrands().values()].find(({ is_own }) => is_own)?.name ?? project.name;
}

/** Brands in the order that an answer names them; the own one stands out. */
export function BrandChips({
  ids,
  brands,
  most = SHOWN_MAX,
}: {
  ids: readonly string[];
  brands: ReadonlyMap<string, Brand>;
  /** How many are shown by name. */
  most?: number;
}) {
  const known = ids.flatMap((id) => brands.get(id) ?? []);
  if (known.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        none
      </Text>
    );
  const more = known.slice(most);
  return (
    <Group gap={4} miw={180}>
      {known.slice(0, most).map(({ id, name, color, is_own }) => (
        <Badge
          key={id}
          variant={is_own ? "light" : "default"}
          tt="none"
          fw={is_own ? 650 : 500}
          className="chip"
        >
          <span className="dot" style={{ background: color }} aria-hidden />
          {name}
        </Badge>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map(({ name }) => name).join(", ")}>
          <Badge variant="default" tt="none" fw={500} tabIndex={0} className="chip">
            +{more.length}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}
