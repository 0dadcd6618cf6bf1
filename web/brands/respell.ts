import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type InputOf } from "../call.ts";
import { makeStale } from "../data.ts";
import { useHere } from "../here.tsx";
import { onNewest } from "../widgets/changed-fields.ts";

type Aliases = NonNullable<InputOf<"update_brand">["aliases"]>;

/** Saves `next` instead of a brand's spellings; what a colleague added or took out of them meanwhile stays so. */
export function useRespell() {
  const { project_id } = useHere();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      brand: { id: brand_id, aliases },
      next,
    }: {
      brand: { id: string; aliases: Aliases };
      next: Aliases;
    }) => {
      const newest = await call("get_brand", { project_id, brand_id });
      const changed = onNewest(next, aliases, newest.aliases);
      return call("update_brand", { project_id, brand_id, aliases: changed });
    },
    onSuccess: () =>
      makeStale(client, ["get_brand", "list_brands", "get_alias_proposals", "list_audit"]),
  });
}
