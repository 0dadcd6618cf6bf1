import type { OutputOf } from "../call.ts";
import { isFromMemory } from "../words/simulated.tsx";
import { Dim } from "../words/text.ts";

type Provider = OutputOf<"list_providers">["data"][number];

/** What a provider's answers tell besides their text. */
export function ModelSupports({ provider }: { provider: Provider }) {
  const words = [
    [provider.supports.search_queries, "its search queries"],
    [provider.supports.retrieved, "the pages it read"],
    [provider.supports.cited, "the pages it cites"],
  ] as const;
  const reported = words.filter(([does]) => does).map(([, what]) => what);
  return (
    <Dim>
      {isFromMemory(provider) && "It does not search the web: it answers from memory. "}
      {reported.length > 0 ? `It reports ${reported.join(", ")}.` : "It reports no sources."}{" "}
      {provider.supports.location
        ? "It can be asked from a chosen country."
        : "It cannot be asked from a chosen country: answers depend on where its servers are."}
    </Dim>
  );
}
