import { Badge, Group } from "@mantine/core";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import { countryName, languageName } from "../../words/country-name.ts";
import { ago } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { useBeingAsked } from "./being-asked.tsx";
import { TagBadge } from "./columns.tsx";
import { PromptNames } from "./prompt-names.tsx";
import { type Prompt, useGroups } from "./use-prompts.ts";

/** Where and in what language a prompt is asked, when it was asked last, and what it belongs to. */
export function PromptFacts({ prompt }: { prompt: Prompt }) {
  const { topics, tags } = useGroups();
  const firstAsked = useFirstAsked();
  const isAsked = useBeingAsked(prompt.id) !== undefined;
  // That it is being asked stands below.
  const notYet = !prompt.last_run_at && !isAsked;
  const known = [
    prompt.topic_id && topics.get(prompt.topic_id)?.name,
    countryName(prompt.country_code),
    languageName(prompt.language_code),
    prompt.last_run_at && `last asked ${ago(prompt.last_run_at)}`,
    notYet && "not asked by Earshot itself yet",
    notYet && prompt.status === "active" && firstAsked(),
  ];
  return (
    <Group gap={6} mt={4}>
      {prompt.status === "archived" && <Badge color="gray">archived</Badge>}
      <PromptNames prompt={prompt} />
      <Dim>{known.filter(Boolean).join(" · ")}</Dim>
      {prompt.tag_ids.map((id) => {
        const tag = tags.get(id);
        return tag && <TagBadge key={id} tag={tag} />;
      })}
    </Group>
  );
}
