import { NamesBadges } from "../../brands/names-badges.tsx";
import { useBrands } from "../../frame/tracked-brands.ts";
import type { Prompt } from "./use-prompts.ts";

/** Says which brands a prompt names. */
export function PromptNames({
  prompt: { is_branded, brand_ids },
  size,
}: {
  prompt: Pick<Prompt, "is_branded" | "brand_ids">;
  size?: "sm" | "md";
}) {
  const brands = useBrands();
  const rivals = brand_ids.flatMap((id) => {
    const brand = brands.get(id);
    return brand && !brand.is_own ? brand.name : [];
  });
  return <NamesBadges isBranded={is_branded} rivals={rivals} {...(size && { size })} />;
}
