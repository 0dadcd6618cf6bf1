import { IconFolder } from "@tabler/icons-react";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";
import { GroupTable, type Kind } from "./group-table.tsx";
import { PROMPTS_STALE } from "./use-prompts.ts";

/** The project's topics. */
export function TopicList() {
  const { project_id } = useHere();
  const topics = useAsk("list_topics", { project_id, limit: 1000 }, { beside: false });
  const create = useChange("create_topic", PROMPTS_STALE);
  const update = useChange("update_topic", PROMPTS_STALE);
  const remove = useChange("delete_topic", PROMPTS_STALE);
  const kind: Kind = {
    noun: "topic",
    explanation:
      "A prompt has at most one topic: what it is about. Reports can be split and filtered by it.",
    icon: <IconFolder size={32} aria-hidden />,
    hasColor: false,
    save: {
      isPending: create.isPending || update.isPending,
      error: create.error ?? update.error,
      reset() {
        create.reset();
        update.reset();
      },
      run({ name }, row, done) {
        const onSuccess = () => {
          say(`The topic ${name} was saved.`);
          done();
        };
        if (row) update.mutate({ project_id, topic_id: row.id, name }, { onSuccess });
        else create.mutate({ project_id, name }, { onSuccess });
      },
    },
    remove: {
      isPending: remove.isPending,
      error: remove.error,
      reset: remove.reset,
      run(row, done) {
        const onSuccess = () => {
          say(`The topic ${row.name} was deleted.`);
          done();
        };
        remove.mutate({ project_id, topic_id: row.id }, { onSuccess });
      },
    },
  };
  return <GroupTable kind={kind} asked={topics} />;
}
