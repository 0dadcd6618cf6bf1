import { Select, SimpleGrid } from "@mantine/core";
import { COUNTRIES, LANGUAGES } from "../../words/places-of-the-world.ts";
import { withOwn } from "../../words/with-own.ts";
import { TagPick, TopicPick } from "./group-pick.tsx";

export type PromptValues = {
  country_code: string;
  language_code: string;
  topic_id: string | null;
  tag_ids: string[];
};

/** Where and in which language a prompt is asked, and what it belongs to. */
export function PromptFields({
  values,
  onChange,
  onTyping,
}: {
  values: PromptValues;
  onChange(values: PromptValues): void;
  onTyping(isTyping: boolean): void;
}) {
  const set = (change: Partial<PromptValues>) => onChange({ ...values, ...change });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TopicPick
        value={values.topic_id}
        onChange={(topic_id) => set({ topic_id })}
        onTyping={onTyping}
      />
      <TagPick
        placeholder="None; type to find or create one"
        value={values.tag_ids}
        onChange={(tag_ids) => set({ tag_ids })}
        onTyping={onTyping}
      />
      <Select
        label="Country"
        searchable
        data={withOwn(COUNTRIES, values.country_code)}
        value={values.country_code}
        onChange={(value) => value && set({ country_code: value })}
      />
      <Select
        label="Language"
        searchable
        data={withOwn(LANGUAGES, values.language_code)}
        value={values.language_code}
        onChange={(value) => value && set({ language_code: value })}
      />
    </SimpleGrid>
  );
}
