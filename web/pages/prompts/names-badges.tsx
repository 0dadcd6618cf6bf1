import { Badge } from "@mantine/core";
import { useBrands } from "../../frame/tracked-brands.ts";
import { listed } from "../../words/numbers.ts";
import type { Prompt } from "./use-prompts.ts";

const NAMED = 2;

/** Says of a prompt that its text names the own brand, and which competitors it names: its answers name them, too. */
export function NamesBadges({
  prompt: { is_branded, brand_ids },
  size = "md",
}: {
  prompt: Pick<Prompt, "is_branded" | "brand_ids">;
  size?: "sm" | "md";
}) {
  const brands = useBrands();
  const rivals = brand_ids.flatMap((id) => {
    const brand = brands.get(id);
    return brand && !brand.is_own ? brand.name : [];
  });
  return (
    <>
      {is_branded && (
        <Badge size={size} variant="light" tt="none">
          names your brand
        </Badge>
      )}
      {rivals.length > 0 && (
        <Badge size={size} color="gray" variant="light" tt="none" maw="100%">
          names <bdi>{listed(rivals, NAMED)}</bdi>
        </Badge>
      )}
    </>
  );
}
