import { ActionIcon, Button, ColorInput, Group, TextInput, Tooltip } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useAgain } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { Confirm } from "../../widgets/confirm.tsx";
import { buttons, type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty, Missing } from "../../widgets/states.tsx";
import { BUTTON_EVENTS } from "../../words/hint.ts";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { endsColumns, Visibility } from "./columns.tsx";
import { type Seen, useOwnVisibility } from "./use-prompts.ts";

/** A topic or a tag. */
export type Row = { id: string; name: string; color?: string; prompt_count: number };
export type Values = { name: string; color: string };
type Change = {
  isPending: boolean;
  error: Error | null;
  /** Forgets what went wrong. */
  reset(): void;
};
/** What a table of topics or of tags is about, and what changes them. */
export type Kind = {
  /** "topic" or "tag": the word for one. */
  noun: "topic" | "tag";
  explanation: string;
  icon: ReactNode;
  hasColor: boolean;
  save: Change & { run(values: Values, row: Row | null, done: () => void): void };
  remove: Change & { run(row: Row, done: () => void): void };
};
type Asked = Parameters<typeof Answered<{ data: Row[] }>>[0]["asked"];

/** Topics or tags with how many prompts they have: made, renamed, recoloured, deleted. */
export function GroupTable({ kind, asked }: { kind: Kind; asked: Asked }) {
  const { canWrite, scope, timezone } = useHere();
  const [edited, setEdited] = useState<Row | "new" | null>(null);
  const [removed, setRemoved] = useState<Row | null>(null);
  const { noun } = kind;
  const { own, rows: seen, error } = useOwnVisibility(`${noun}_id`);
  const again = useAgain();
  const columns = columnsOf(kind, { canWrite, edit: setEdited, remove: setRemoved });
  columns.splice(1, 0, ...visibilityColumns(noun, { seen, color: own?.color }));
  const add = canWrite && (
    <Button
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setEdited("new")}
    >
      Create a {noun}
    </Button>
  );
  return (
    <Panel
      title={`${noun === "tag" ? "Tags" : "Topics"}`}
      action={
        <>
          <CsvButton
            name={`${noun}s`}
            rows={asked.data?.data ?? []}
            columns={columns}
            of={periodOf(scope, timezone)}
          />
          {asked.data && asked.data.data.length > 0 && add}
        </>
      }
    >
      {asked.data?.data.length !== 0 && (
        <Dim mb="sm" maw={640}>
          {kind.explanation}
        </Dim>
      )}
      <Missing
        what="How visible you are in each"
        asked={{ error, refetch: () => again({ error }) }}
      />
      <Answered asked={asked}>
        {({ data }) => (
          <DataTable
            name={`${noun}s`}
            rows={data}
            columns={columns}
            keyOf={({ id }) => id}
            size={50}
            empty={
              <Empty icon={kind.icon} title={`No ${noun}s yet`} action={add}>
                {kind.explanation}
              </Empty>
            }
          />
        )}
      </Answered>
      {edited && (
        <GroupForm
          kind={kind}
          row={edited === "new" ? null : edited}
          onClose={() => {
            setEdited(null);
            kind.save.reset();
          }}
        />
      )}
      {removed && (
        <Confirm
          title={`Delete the ${noun} “${removed.name}”?`}
          action="Delete"
          isBusy={kind.remove.isPending}
          error={kind.remove.error}
          onConfirm={() => kind.remove.run(removed, () => setRemoved(null))}
          onClose={() => {
            setRemoved(null);
            kind.remove.reset();
          }}
        >
          {whole(removed.prompt_count)} active{" "}
          {removed.prompt_count === 1 ? "prompt loses" : "prompts lose"} it, and archived ones too.
          The prompts and their answers stay; reports no longer tell this {noun} apart, for past
          days too.
        </Confirm>
      )}
    </Panel>
  );
}

type Act = { canWrite: boolean; edit(row: Row): void; remove(row: Row): void };

function columnsOf({ noun, hasColor }: Kind, { canWrite, edit, remove }: Act): Column<Row>[] {
  const color: Column<Row> = {
    key: "color",
    header: "Colour",
    value: (row) => row.color,
    csvOnly: true,
  };
  const actions: Column<Row> = buttons((row) => (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <Tooltip label={hasColor ? "Rename or recolour" : "Rename"} events={BUTTON_EVENTS}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit ${row.name}`}
          onClick={() => edit(row)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete" events={BUTTON_EVENTS}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${row.name}`}
          onClick={() => remove(row)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  ));
  return [
    {
      key: "name",
      header: "Name",
      value: (row) => row.name,
      show: (row) => (
        <PageLink isQuiet to="/prompts" search={{ [noun]: row.id }}>
          {row.color && <span className="dot" style={{ background: row.color }} aria-hidden />}
          {row.name}
        </PageLink>
      ),
    },
    ...(hasColor ? [color] : []),
    {
      key: "prompt_count",
      header: "Active prompts",
      align: "right",
      value: (row) => row.prompt_count,
      show: (row) => whole(row.prompt_count),
    },
    ...(canWrite ? [actions] : []),
  ];
}

/** How visible the own brand is in each, with how many answers that is of. */
function visibilityColumns(
  noun: Kind["noun"],
  {
    seen,
    color = "var(--accent)",
  }: { seen: ReadonlyMap<string, Seen> | null; color?: string | undefined },
): Column<Row>[] {
  const rowOf = ({ id }: Row) => seen?.get(id);
  return [
    {
      key: "visibility",
      header: "Your visibility",
      hint: `Share of the answers to its prompts that mention your brand, with the 95\u00A0% interval.`,
      place: "wide",
      width: 220,
      value: (row) => rowOf(row)?.visibility,
      show: (row) =>
        seen ? <Visibility row={rowOf(row)} color={color} of={{ [noun]: [row.id] }} /> : "…",
    },
    ...endsColumns(rowOf),
    {
      key: "answers",
      header: "Answers",
      hint: "Usable answers in this range.",
      align: "right",
      value: (row) => seen && (rowOf(row)?.visibility_total ?? 0),
      show: (row) => {
        const count = rowOf(row)?.visibility_total ?? 0;
        if (!seen) return "…";
        return (
          <Behind count={count} of={{ [noun]: [row.id] }}>
            {whole(count)}
          </Behind>
        );
      },
    },
  ];
}

function GroupForm({ kind, row, onClose }: { kind: Kind; row: Row | null; onClose(): void }) {
  const [name, setName] = useState(row?.name ?? "");
  const [color, setColor] = useState(row?.color ?? "");
  return (
    <Dialog
      onClose={onClose}
      title={row ? row.name : `Create a ${kind.noun}`}
      isBusy={kind.save.isPending}
    >
      <DialogForm
        of={kind.save}
        onSubmit={() => kind.save.run({ name: name.trim(), color }, row, onClose)}
        onClose={onClose}
        action={row ? "Save" : "Create it"}
        disabled={name.trim() === ""}
      >
        <TextInput
          label="Name"
          required
          maxLength={64}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {kind.hasColor && (
          <ColorInput
            label="Colour"
            format="hex"
            placeholder="chosen automatically"
            value={color}
            onChange={setColor}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
