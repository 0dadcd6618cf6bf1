import {
  Autocomplete,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import dayjs from "dayjs";
import { useState } from "react";
import type { InputOf, OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { showDay } from "../../scope.ts";
import { changedFields } from "../../widgets/changed-fields.ts";
import { DayField } from "../../widgets/day-field.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { submitting } from "../../widgets/submitting.ts";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { STATUS_WORDS, UNMEASURABLE } from "../../words/action.ts";
import { todayIn } from "../../words/formats.ts";
import { ago } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";

type Detail = OutputOf<"get_action">;
type Decision = Required<
  Pick<Detail, "status" | "reason" | "owner" | "note" | "due_on" | "shipped_on">
>;

type Given = {
  action: Detail;
  /** What the page's numbers are of: what is expected of it is kept from these. */
  seen: InputOf<"update_action">["seen"];
};

/** Who does it until when, that it went live, or why not. */
export function DecisionForm({ action, seen }: Given) {
  const { organisation_id, canWrite } = useHere();
  const members = useAsk("list_members", { organisation_id, limit: 1000 });
  const me = useAsk("get_me", {});
  const { unmeasurable } = action;
  const { draft, set, isChanged, isSaved, save, submit } = useDecision({ action, seen });
  const text = (name: "reason" | "note") => ({
    value: draft[name] ?? "",
    disabled: !canWrite,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value || null }),
  });
  const email = me.data?.email;
  return (
    <Panel title="Decision">
      <form onSubmit={submitting(submit)}>
        <Stack gap="sm">
          <Unsaved isUnsaved={isChanged && !save.isPending} />
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="State"
            disabled={!canWrite}
            value={draft.status}
            onChange={(next) => set({ status: next as Decision["status"] })}
            data={Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label }))}
          />
          {draft.status === "dismissed" && (
            <TextInput label="Why it is dismissed" required maxLength={500} {...text("reason")} />
          )}
          <Autocomplete
            label="Who does it"
            description="A member, or any other name."
            maxLength={200}
            limit={20}
            data={(members.data?.data ?? []).map(({ email }) => email)}
            value={draft.owner ?? ""}
            disabled={!canWrite}
            onChange={(owner) => set({ owner: owner || null })}
            rightSectionWidth={64}
            rightSection={
              canWrite &&
              email &&
              draft.owner !== email && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() =>
                    set({ owner: email, ...(draft.status === "open" && { status: "doing" }) })
                  }
                >
                  I do
                </Button>
              )
            }
          />
          <Days draft={draft} set={set} unmeasurable={unmeasurable} />
          <Textarea label="Note" autosize minRows={2} maxLength={4000} {...text("note")} />
          {save.error && <Failed error={save.error} />}
          {isSaved && (
            <Saved
              shipped_on={unmeasurable || draft.status === "dismissed" ? null : draft.shipped_on}
            />
          )}
          <Group justify="space-between">
            <ChangedBy action={action} />
            {canWrite && (
              <Button type="submit" loading={save.isPending} disabled={!isChanged}>
                Save
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

/** What was decided with what is changed here and not saved yet: of this alone something is sent. */
function useDecision({ action, seen }: Given) {
  const { project_id, timezone } = useHere();
  const { action_key, status, reason, owner, note, due_on, shipped_on } = action;
  const decided: Decision = { status, reason, owner, note, due_on, shipped_on };
  const [changes, setChanges] = useState<Partial<Decision>>({});
  // What becomes done went live today, unless another day is given, and only as long as it is called done.
  const heldBy = ({ status: next = status }: Partial<Decision>): Decision =>
    next === "done" && status !== "done" && !shipped_on
      ? { ...decided, shipped_on: todayIn(timezone) }
      : decided;
  const draft = { ...heldBy(changes), ...changes };
  // A reason is one to dismiss it.
  if (draft.status !== "dismissed") draft.reason = reason;
  const changed = changedFields(draft, decided);
  const save = useChange("update_action", ["list_actions", "get_action", "get_action_effects"]);
  const [isSaved, setSaved] = useState(false);
  const set = (change: Partial<Decision>) => {
    setSaved(false);
    setChanges((before) => {
      const all = { ...before, ...change };
      return changedFields(all, heldBy(all));
    });
  };
  const submit = () =>
    save.mutate({ project_id, action_key, ...changed, seen } as InputOf<"update_action">, {
      onSuccess: () => {
        setSaved(true);
        // What was saved is shown as the server keeps it; what was typed meanwhile stays.
        setChanges((now) => changedFields(now, draft));
      },
    });
  const isChanged = Object.keys(changed).length > 0;
  return { draft, set, isChanged, isSaved, save, submit };
}

function Days({
  draft,
  set,
  unmeasurable,
}: {
  draft: Decision;
  set(change: Partial<Decision>): void;
  unmeasurable: string | null;
}) {
  const { canWrite, timezone } = useHere();
  const today = todayIn(timezone);
  const isOverdue = draft.status === "doing" && draft.due_on !== null && draft.due_on < today;
  const day = (name: "due_on" | "shipped_on") => ({
    ...{ today, disabled: !canWrite, value: draft[name] },
    onChange: (value: string | null) => set({ [name]: value }),
  });
  return (
    <Group grow align="flex-start">
      <DayField label="Due" {...day("due_on")} description={isOverdue && "Overdue."} />
      <DayField
        label="Went live"
        {...day("shipped_on")}
        description={unmeasurable ? `${UNMEASURABLE}.` : "From this day its effect is measured."}
      />
    </Group>
  );
}

function ChangedBy({ action: { updated_at, changed_by } }: { action: Detail }) {
  return (
    <Fine>
      {updated_at && `Changed ${ago(updated_at)}${changed_by ? ` by ${changed_by}` : ""}`}
    </Fine>
  );
}

/** An effect takes so many days with answers from the one that it went live on. */
const EFFECT_DAYS_MIN = 7;

/** That it was saved, and when its effect can be told. */
function Saved({ shipped_on }: Pick<Decision, "shipped_on">) {
  const { timezone } = useHere();
  const first = dayjs(shipped_on ?? undefined)
    .add(EFFECT_DAYS_MIN - 1, "day")
    .format("YYYY-MM-DD");
  const isKnown = first <= todayIn(timezone);
  return (
    <Text size="sm" role="status">
      Saved.{" "}
      {shipped_on &&
        (isKnown
          ? "Before and after, at the top, shows whether it helped."
          : `Look again on ${showDay(first)}: Before and after then shows whether it helped.`)}
    </Text>
  );
}
