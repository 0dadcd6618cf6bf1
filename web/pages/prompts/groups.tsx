import { IconFolder, IconTags } from "@tabler/icons-react";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { changedFields } from "../../widgets/changed-fields.ts";
import { say } from "../../widgets/confirm.tsx";
import { GroupTable, type Kind, type Row } from "./group-table.tsx";
import { PROMPTS_STALE } from "./use-prompts.ts";

type Changing<Input> = {
  isPending: boolean;
  error: Error | null;
  reset(): void;
  mutate(input: Input, then: { onSuccess(): void }): void;
};
type Fields = { name: string; color?: string };

/** The project's tags. */
export function TagList() {
  const { project_id } = useHere();
  const kind = kindOf(
    {
      noun: "tag",
      explanation:
        "A prompt may carry many tags, such as the step of buying or the market it stands for. Reports can be split and filtered by them.",
      icon: <IconTags size={32} aria-hidden />,
      hasColor: true,
    },
    useChange("create_tag", PROMPTS_STALE),
    useChange("update_tag", PROMPTS_STALE),
    useChange("delete_tag", PROMPTS_STALE),
    project_id,
    ({ id }) => ({ project_id, tag_id: id }),
  );
  const asked = useAsk("list_tags", { project_id, limit: 1000 }, { beside: false });
  return <GroupTable kind={kind} asked={asked} />;
}

/** The project's topics. */
export function TopicList() {
  const { project_id } = useHere();
  const kind = kindOf(
    {
      noun: "topic",
      explanation:
        "A prompt has at most one topic: what it is about. Reports can be split and filtered by it.",
      icon: <IconFolder size={32} aria-hidden />,
      hasColor: false,
    },
    useChange("create_topic", PROMPTS_STALE),
    useChange("update_topic", PROMPTS_STALE),
    useChange("delete_topic", PROMPTS_STALE),
    project_id,
    ({ id }) => ({ project_id, topic_id: id }),
  );
  const asked = useAsk("list_topics", { project_id, limit: 1000 }, { beside: false });
  return <GroupTable kind={kind} asked={asked} />;
}

/** What a kind of group is, with the operations that change one. */
function kindOf<Of>(
  shown: Omit<Kind, "save" | "remove">,
  create: Changing<Fields & { project_id: string }>,
  update: Changing<Of & Partial<Fields>>,
  remove: Changing<Of>,
  project_id: string,
  of: (row: Row) => Of,
): Kind {
  const saying = (name: string, what: string, done: () => void) => ({
    onSuccess: () => {
      say(`The ${shown.noun} ${name} was ${what}.`);
      done();
    },
  });
  return {
    ...shown,
    save: {
      isPending: create.isPending || update.isPending,
      error: create.error ?? update.error,
      reset() {
        create.reset();
        update.reset();
      },
      run({ name, color }, row, done) {
        const values: Fields = { name, ...(color && { color }) };
        const said = saying(name, "saved", done);
        if (row) update.mutate({ ...of(row), ...changedFields(values, row) }, said);
        else create.mutate({ project_id, ...values }, said);
      },
    },
    remove: {
      isPending: remove.isPending,
      error: remove.error,
      reset: remove.reset,
      run: (row, done) => remove.mutate(of(row), saying(row.name, "deleted", done)),
    },
  };
}
