import { IconTags } from "@tabler/icons-react";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { changedFields } from "../../widgets/changed-fields.ts";
import { say } from "../../widgets/confirm.tsx";
import { GroupTable, type Kind } from "./group-table.tsx";
import { PROMPTS_STALE } from "./use-prompts.ts";

/** The project's tags. */
export function TagList() {
  const { project_id } = useHere();
  const tags = useAsk("list_tags", { project_id, limit: 1000 }, { beside: false });
  const create = useChange("create_tag", PROMPTS_STALE);
  const update = useChange("update_tag", PROMPTS_STALE);
  const remove = useChange("delete_tag", PROMPTS_STALE);
  const kind: Kind = {
    noun: "tag",
    explanation:
      "A prompt may carry many tags, such as the step of buying or the market it stands for. Reports can be split and filtered by them.",
    icon: <IconTags size={32} aria-hidden />,
    hasColor: true,
    save: {
      isPending: create.isPending || update.isPending,
      error: create.error ?? update.error,
      reset() {
        create.reset();
        update.reset();
      },
      run({ name, color }, row, done) {
        const values = { name, ...(color && { color }) };
        const onSuccess = () => {
          say(`The tag ${name} was saved.`);
          done();
        };
        const changed = changedFields(values, row ?? {});
        if (row) update.mutate({ project_id, tag_id: row.id, ...changed }, { onSuccess });
        else create.mutate({ project_id, ...values }, { onSuccess });
      },
    },
    remove: {
      isPending: remove.isPending,
      error: remove.error,
      reset: remove.reset,
      run(row, done) {
        const onSuccess = () => {
          say(`The tag ${row.name} was deleted.`);
          done();
        };
        remove.mutate({ project_id, tag_id: row.id }, { onSuccess });
      },
    },
  };
  return <GroupTable kind={kind} asked={tags} />;
}
