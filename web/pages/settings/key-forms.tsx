import { Button, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { useApiCalls } from "../../widgets/api-calls.ts";
import { Dialog, DialogEnd, DialogForm } from "../../widgets/dialog.tsx";
import { NoApi } from "../../widgets/no-api.tsx";
import { SecretShown, ShownOnce } from "../../widgets/secret-shown.tsx";

export type Key = OutputOf<"list_keys">["data"][number];

/** Makes a key and shows it this once. */
export function MakeKey({ onClose }: { onClose(): void }) {
  const { project_id } = useHere();
  const [name, setName] = useState("");
  const [access, setAccess] = useState<"read" | "write">("read");
  const [days, setDays] = useState("90");
  const make = useChange("create_key", ["list_keys"]);
  return (
    <Dialog
      onClose={onClose}
      title="Create a key"
      size={make.data ? "xl" : "md"}
      isBusy={make.isPending}
    >
      {make.data ? (
        <NewKey value={make.data.key} onClose={onClose} />
      ) : (
        <DialogForm
          of={make}
          onSubmit={() =>
            make.mutate({ project_id, name, access, expires_in_days: days ? Number(days) : null })
          }
          onClose={onClose}
          action="Create the key"
        >
          <TextInput
            label="What it is for"
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label="Access"
            data={[
              { value: "read", label: "Read: lists and reports" },
              { value: "write", label: "Write: also changes what it reads" },
            ]}
            value={access}
            onChange={(value) => setAccess(value === "write" ? "write" : "read")}
          />
          <Select
            label="Valid for"
            data={[
              { value: "30", label: "30 days" },
              { value: "90", label: "90 days" },
              { value: "365", label: "A year" },
              { value: "", label: "Until it is revoked" },
            ]}
            value={days}
            onChange={(value) => setDays(value ?? "")}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

function NewKey({ value, onClose }: { value: string; onClose(): void }) {
  const { projects, overview, says, by_day } = useApiCalls(value);
  return (
    <ShownOnce onClose={onClose}>
      <SecretShown
        label="Your new key"
        text="Copy it now: Earshot keeps no copy of it, so it cannot be shown again."
        value={value}
      />
      <NoApi />
      <SecretShown
        label="Try it"
        text="Paste this into a terminal. It lists the one project that the key is of, so you see that it works."
        value={projects}
      />
      <SecretShown label="Your numbers" text={says} value={overview} />
      <Text size="sm">
        No terminal? Exports saves the same numbers for a spreadsheet: Brand report, By day.
      </Text>
      {by_day && <SecretShown label="Visibility by day" text={by_day.says} value={by_day.value} />}
    </ShownOnce>
  );
}

/** Puts a new key in the place of one, which works on for a while. */
export function RotateKey({ of: { id, name }, onClose }: { of: Key; onClose(): void }) {
  const { project_id } = useHere();
  const [hours, setHours] = useState("24");
  const rotate = useChange("rotate_key", ["list_keys"]);
  return (
    <Dialog
      onClose={onClose}
      title={`Rotate ${name}`}
      size={rotate.data ? "xl" : "md"}
      isBusy={rotate.isPending}
    >
      {rotate.data ? (
        <NewKey value={rotate.data.key} onClose={onClose} />
      ) : (
        <Stack gap="sm">
          <Text size="sm">
            A new key takes its place, with the same name and access. The old one keeps working for
            a while, so that nothing stops.
          </Text>
          <Select
            label="The old key stays valid for"
            data={[
              { value: "0", label: "No time: it ends now" },
              { value: "24", label: "24 hours" },
              { value: "168", label: "7 days" },
            ]}
            value={hours}
            onChange={(value) => setHours(value ?? "24")}
          />
          <DialogEnd error={rotate.error} onClose={onClose}>
            <Button
              loading={rotate.isPending}
              onClick={() =>
                rotate.mutate({
                  project_id,
                  key_id: id,
                  overlap_hours: Number(hours) as 0 | 24 | 168,
                })
              }
            >
              Rotate
            </Button>
          </DialogEnd>
        </Stack>
      )}
    </Dialog>
  );
}
