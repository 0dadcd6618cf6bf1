import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import { TagPick, TopicPick } from "./group-pick.tsx";
import { useSendGroups } from "./typed-groups.ts";
import { sendBulk } from "./use-prompts.ts";

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
  const [topic, setTopic] = useState<string | null>(null);
  const [added, setAdded] = useState<string[]>([]);
  const [taken, setTaken] = useState<string[]>([]);
  const [isTyping, setTyping] = useState(false);
  const { project_id } = useHere();
  const sending = useSendGroups(
    ({ tag_ids, ...rest }) => {
      const change = { ...rest, add_tag_ids: tag_ids, remove_tag_ids: taken };
      return sendBulk(project_id, { name: "update_prompts", ids, change });
    },
    // An earlier hundred may have what a later one is refused with.
    { isOneCall: ids.length === 1 },
  );
  const isChange = topic !== null || added.length > 0 || taken.length > 0 || isTyping;
  const save = () =>
    sending
      .mutateAsync({
        ...(topic !== null && { topic_id: topic === NONE ? null : topic }),
        tag_ids: added,
      })
      .then(
        ({ answer: done }) => {
          say(`${done === 1 ? "1 prompt" : `${done} prompts`} changed.`);
          onDone();
        },
        () => {},
      );
  return (
    <Dialog
      onClose={onClose}
      title={`Topic and tags of ${ids.length} selected`}
      isChanged={isChange}
      isBusy={sending.isPending}
    >
      <Stack gap="sm">
        <TopicPick
          opens="above"
          placeholder="No change"
          others={[{ value: NONE, label: "No topic" }]}
          data-autofocus
          value={topic}
          onChange={setTopic}
          onTyping={setTyping}
        />
        <TagPick
          opens="above"
          label="Add tags"
          placeholder="Type to find or create one"
          value={added}
          onChange={(ids) => {
            setAdded(ids);
            setTaken(taken.filter((id) => !ids.includes(id)));
          }}
          onTyping={setTyping}
        />
        <TagPick
          opens="above"
          label="Remove tags"
          isNewOffered={false}
          value={taken}
          onChange={(ids) => {
            setTaken(ids);
            setAdded(added.filter((id) => !ids.includes(id)));
          }}
          onTyping={setTyping}
        />
        <DialogEnd error={sending.error} onClose={onClose}>
          <Button onClick={save} loading={sending.isPending} disabled={!isChange}>
            Save
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}
