import { Button, MultiSelect, Select, Stack } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import { say } from "../../widgets/confirm.tsx";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import { TagPick } from "./group-pick.tsx";
import { useBulk, useGroups } from "./use-prompts.ts";

const KEEP = "keep";
const NONE = "none";

/** Gives many prompts a topic, gives them tags and takes tags away. */
export function BulkEdit({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly string[];
  onClose(): void;
  onDone(): void;
}) {
  const { topics, tags } = useGroups();
  const [topic, setTopic] = useState(KEEP);
  const [added, setAdded] = useState<string[]>([]);
  const [taken, setTaken] = useState<string[]>([]);
  const bulk = useBulk();
  // A tag or topic that is still being created would not be among what is saved.
  const isBusy = useIsMutating() > 0;
  const tagData = [...tags.values()].map(({ id, name }) => ({ value: id, label: name }));
  const isChange = topic !== KEEP || added.length > 0 || taken.length > 0;
  const save = () =>
    bulk.mutate(
      {
        name: "update_prompts",
        ids,
        change: {
          ...(topic !== KEEP && { topic_id: topic === NONE ? null : topic }),
          add_tag_ids: added,
          remove_tag_ids: taken,
        },
      },
      {
        onSuccess: (done) => {
          say(`${done === 1 ? "1 prompt" : `${done} prompts`} changed.`);
          onDone();
        },
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title={`Topic and tags of ${ids.length} selected`}
      isChanged={isChange}
    >
      <Stack gap="sm">
        <Select
          label="Topic"
          data-autofocus
          allowDeselect={false}
          searchable={topics.size > 8}
          data={[
            { value: KEEP, label: "No change" },
            { value: NONE, label: "No topic" },
            ...[...topics.values()].map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={topic}
          onChange={(value) => setTopic(value ?? KEEP)}
        />
        <TagPick
          label="Add tags"
          placeholder="Type to find or create one"
          without={taken}
          value={added}
          onChange={setAdded}
        />
        <MultiSelect
          label="Remove tags"
          searchable
          clearable
          data={tagData.filter(({ value }) => !added.includes(value))}
          value={taken}
          onChange={setTaken}
        />
        <DialogEnd error={bulk.error} onClose={onClose}>
          <Button onClick={save} loading={bulk.isPending} disabled={isBusy || !isChange}>
            Save
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}
