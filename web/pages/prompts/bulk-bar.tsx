import { Button, Group, Text } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconPlayerPlay,
  IconTag,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { RunNow } from "../../brands/run-now.tsx";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import { QuietButton, SmallButton } from "../../widgets/buttons.ts";
import { Confirm, say, sayFailure } from "../../widgets/confirm.tsx";
import { Dim } from "../../words/text.ts";
import { BulkEdit } from "./bulk-edit.tsx";
import { type Prompt, useBulk } from "./use-prompts.ts";

/** So many prompts are asked at once at most. */
const ASKED_MAX = 100;
const count = (number: number) => (number === 1 ? "1 prompt" : `${number} prompts`);

/** What can be done to the picked prompts together. */
export function BulkBar({
  picked,
  all,
  onAll,
  onDone,
}: {
  picked: readonly Prompt[];
  /** How many the list has, on all its pages. */
  all: number;
  onAll(): void;
  onDone(): void;
}) {
  const [open, setOpen] = useState<"ask" | "edit" | "delete" | null>(null);
  const ids = picked.map(({ id }) => id);
  const active = picked.filter(({ status }) => status === "active").map(({ id }) => id);
  const close = () => setOpen(null);
  const closeDone = () => {
    close();
    onDone();
  };
  return (
    <Group gap="xs" mt="sm" role="group" aria-label="Selected prompts" className="bulk no-print">
      <Text size="sm" fw={600}>
        {ids.length} picked
      </Text>
      {active.length > 0 && (
        <Button
          size="compact-sm"
          disabled={active.length > ASKED_MAX}
          {...(active.length > ASKED_MAX && { title: `Up to ${ASKED_MAX} prompts at once` })}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => setOpen("ask")}
        >
          Ask now
        </Button>
      )}
      <SmallButton leftSection={<IconTag size={14} aria-hidden />} onClick={() => setOpen("edit")}>
        Topic and tags
      </SmallButton>
      <ArchiveButtons picked={picked} onDone={onDone} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setOpen("delete")}
      >
        Delete
      </Button>
      {ids.length < all && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          Select all {all}
        </Button>
      )}
      <QuietButton onClick={onDone}>Select none</QuietButton>
      {open === "ask" && <RunNow prompt_ids={active} onClose={close} onAsked={closeDone} />}
      {open === "edit" && <BulkEdit ids={ids} onClose={close} onDone={closeDone} />}
      {open === "delete" && <DeletePicked ids={ids} onClose={close} onDone={onDone} />}
    </Group>
  );
}

/** Archives the picked prompts that are active, and takes back those that are archived. */
function ArchiveButtons({ picked, onDone }: { picked: readonly Prompt[]; onDone(): void }) {
  const bulk = useBulk();
  const firstAsked = useFirstAsked();
  const idsOf = (wanted: Prompt["status"]) =>
    picked.filter(({ status }) => status === wanted).map(({ id }) => id);
  const [active, archived] = [idsOf("active"), idsOf("archived")];
  // Not by `mutate`, whose callbacks end with this bar: what was picked may leave the list first.
  const run = (name: "archive_prompts" | "unarchive_prompts", ids: string[], end: string) =>
    bulk.mutateAsync({ name, ids }).then((done) => {
      say(`${count(done)} ${end}`);
      onDone();
    }, sayFailure);
  return (
    <>
      {active.length > 0 && (
        <SmallButton
          loading={bulk.isPending}
          leftSection={<IconArchive size={14} aria-hidden />}
          onClick={() =>
            run(
              "archive_prompts",
              active,
              "archived: no longer asked; their answers stay in reports.",
            )
          }
        >
          Archive
        </SmallButton>
      )}
      {archived.length > 0 && (
        <SmallButton
          loading={bulk.isPending}
          leftSection={<IconArchiveOff size={14} aria-hidden />}
          onClick={() => run("unarchive_prompts", archived, "asked again from the next run.")}
        >
          Ask again
        </SmallButton>
      )}
      {archived.length > 0 && <Dim>{firstAsked(archived.length)}</Dim>}
    </>
  );
}

function DeletePicked({
  ids,
  onClose,
  onDone,
}: {
  ids: string[];
  onClose(): void;
  onDone(): void;
}) {
  const bulk = useBulk();
  const remove = () =>
    bulk.mutateAsync({ name: "delete_prompts", ids }).then(
      (done) => {
        say(`${count(done)} deleted.`);
        onClose();
        onDone();
      },
      () => {},
    );
  return (
    <Confirm
      title={`Delete ${count(ids.length)}?`}
      action="Delete permanently"
      isBusy={bulk.isPending}
      error={bulk.error}
      onConfirm={remove}
      onClose={onClose}
    >
      Their answers are deleted too, with every mention, source and search in them, also from past
      reports. This cannot be undone. Archive them instead to stop asking and keep the answers.
    </Confirm>
  );
}
