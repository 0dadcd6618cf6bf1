import { Button, Group, Text } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconTag, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm, say, sayFailure } from "../../widgets/confirm.tsx";
import { BulkEdit } from "./bulk-edit.tsx";
import { type Prompt, useBulk } from "./use-prompts.ts";

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
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const bulk = useBulk();
  const ids = picked.map(({ id }) => id);
  const active = picked.filter(({ status }) => status === "active").map(({ id }) => id);
  const archived = picked.filter(({ status }) => status === "archived").map(({ id }) => id);
  const archive = (name: "archive_prompts" | "unarchive_prompts", which: string[]) =>
    bulk.mutate(
      { name, ids: which },
      {
        onError: sayFailure,
        onSuccess: (done) => {
          say(
            name === "archive_prompts"
              ? `${count(done)} archived: no longer asked; their answers stay in reports.`
              : `${count(done)} asked again from the next run.`,
          );
          onDone();
        },
      },
    );
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Selected prompts" className="bulk">
      <Text size="sm" fw={600}>
        {ids.length} picked
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTag size={14} aria-hidden />}
        onClick={() => setOpen("edit")}
      >
        Topic and tags
      </Button>
      {active.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={bulk.isPending}
          leftSection={<IconArchive size={14} aria-hidden />}
          onClick={() => archive("archive_prompts", active)}
        >
          Archive
        </Button>
      )}
      {archived.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={bulk.isPending}
          leftSection={<IconArchiveOff size={14} aria-hidden />}
          onClick={() => archive("unarchive_prompts", archived)}
        >
          Ask again
        </Button>
      )}
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
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
        Select none
      </Button>
      {open === "edit" && (
        <BulkEdit
          ids={ids}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
      {open === "delete" && (
        <DeletePicked ids={ids} onClose={() => setOpen(null)} onDone={onDone} />
      )}
    </Group>
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
    bulk.mutate(
      { name: "delete_prompts", ids },
      {
        onSuccess: (done) => {
          say(`${count(done)} deleted.`);
          onClose();
          onDone();
        },
      },
    );
  return (
    <Confirm
      title={`Delete ${count(ids.length)}?`}
      action="Delete permanently"
      isOpen
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
