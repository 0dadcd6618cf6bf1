import { Badge, Group, Text, Tooltip } from "@mantine/core";
import type { Brand } from "../frame/tracked-brands.ts";
import { PRINTED_MAX } from "../widgets/on-paper.tsx";
import { useNaming } from "../words/names.ts";
import { listed, whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";

const SHOWN_MAX = 4;

/** Brands in the order that an answer names them; the own one stands out. */
export function BrandChips({
  ids,
  brands,
  most = SHOWN_MAX,
  wanted = [],
}: {
  ids: readonly string[];
  brands: ReadonlyMap<string, Brand>;
  /** How many are shown by name. */
  most?: number;
  /** The brands that a list is narrowed to: shown even where they come later. */
  wanted?: readonly string[];
}) {
  const known = ids.flatMap((id) => brands.get(id) ?? []);
  if (known.length === 0) return <Unnamed count={ids.length} />;
  const isWanted = ({ id }: Brand) => Number(wanted.includes(id));
  const first = known.toSorted((a, b) => isWanted(b) - isWanted(a)).slice(0, most);
  const shown = known.filter((brand) => first.includes(brand));
  const more = known.filter((brand) => !first.includes(brand));
  return (
    <Group gap={4} miw={most < SHOWN_MAX ? 120 : 220}>
      {shown.map(({ id, name, color, is_own }) => (
        <Badge
          key={id}
          variant={is_own ? "light" : "default"}
          fw={is_own ? 650 : 500}
          className="chip"
        >
          <span className="dot" style={{ background: color }} aria-hidden />
          {name}
        </Badge>
      ))}
      {more.length > 0 && (
        <>
          <Tooltip label={more.map(({ name }) => name).join(", ")}>
            <Badge variant="default" fw={500} tabIndex={0} className="chip no-print">
              +{more.length}
            </Badge>
          </Tooltip>
          <Text
            size="xs"
            className="print-only"
            // Names take the room that the column has, none of its neighbours'.
            style={{ contain: "inline-size", width: "100%" }}
          >
            {listed(
              more.map(({ name }) => name),
              PRINTED_MAX,
            )}
          </Text>
        </>
      )}
    </Group>
  );
}

/** In place of brands without names: on their way they are not counted, and where these could not be loaded they are. */
function Unnamed({ count }: { count: number }) {
  const isNaming = useNaming();
  const some = count === 1 ? "1 brand" : `${whole(count)} brands`;
  return <Dim span>{count === 0 ? "none" : isNaming ? "…" : some}</Dim>;
}
