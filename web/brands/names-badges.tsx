import { Badge } from "@mantine/core";
import { listed } from "../words/numbers.ts";

const NAMED = 2;

/** Says of a question that its text names the own brand, and which competitors it names: its answers name them, too. */
export function NamesBadges({
  isBranded,
  rivals,
  size = "md",
}: {
  isBranded: boolean;
  rivals: readonly string[];
  size?: "sm" | "md";
}) {
  return (
    <>
      {isBranded && <Badge size={size}>names your brand</Badge>}{" "}
      {rivals.length > 0 && (
        <Badge size={size} color="gray" maw="100%">
          names <bdi>{listed(rivals, NAMED)}</bdi>
        </Badge>
      )}
    </>
  );
}
