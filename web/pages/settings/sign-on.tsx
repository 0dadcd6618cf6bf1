import {
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type InputOf, type OutputOf, readFirst } from "../../call.ts";
import { makeStale, useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { changedFields } from "../../widgets/changed-fields.ts";
import { ConfirmChange, say } from "../../widgets/confirm.tsx";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Copyable } from "../../widgets/secret-shown.tsx";

type Asked = OutputOf<"get_sign_on">;
type SignOn = NonNullable<Asked["settings"]>;
type Given = InputOf<"set_sign_on">;
const NOBODY = "nobody";
const REMOVED =
  "A colleague removed it meanwhile. Saved again, it is set up anew as it stands here, with the client secret that you type.";
const ADDED =
  "A colleague set it up meanwhile. Close this to see how; saved again, what you entered here takes the place of theirs.";
const ROLES = [
  { value: NOBODY, label: "Nobody: they are not let in" },
  { value: "viewer", label: "Viewer" },
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
];

/** The provider at which the people of the organisation sign in. */
export function SignOnPanel() {
  const { organisation_id, role } = useHere();
  const isOwner = role === "owner";
  const asked = useAsk("get_sign_on", { organisation_id });
  const [open, setOpen] = useState<"form" | "remove" | null>(null);
  const settings = asked.data?.settings ?? null;
  const close = () => setOpen(null);
  return (
    <Panel
      title="Single sign-on"
      action={
        isOwner && (
          <Button size="xs" variant="default" onClick={() => setOpen("form")}>
            {settings ? "Change" : "Set up"}
          </Button>
        )
      }
    >
      <Answered asked={asked} height={60}>
        {(found) =>
          found.settings ? (
            <Shown found={found} settings={found.settings}>
              {isOwner && (
                <Group>
                  <Button variant="light" color="red" onClick={() => setOpen("remove")}>
                    Remove
                  </Button>
                </Group>
              )}
            </Shown>
          ) : (
            <Text size="sm">
              Let your people sign in with Google, Microsoft, Okta, Keycloak or another OpenID
              Connect provider, with roles from their groups. {!isOwner && "An owner sets it up."}
            </Text>
          )
        }
      </Answered>
      {open === "form" && asked.data && <Form found={asked.data} onClose={close} />}
      {open === "remove" && <Remove onClose={close} />}
    </Panel>
  );
}

function Shown({
  found: { sign_in_url },
  settings: { label, issuer, is_enforced },
  children,
}: {
  found: Asked;
  settings: SignOn;
  children: ReactNode;
}) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        People sign in with {label} ({issuer}).{" "}
        {is_enforced ? "Passwords let in owners alone." : "Passwords let people in, too."}
      </Text>
      <Text size="sm">Where they sign in:</Text>
      <Copyable value={sign_in_url} />
      {children}
    </Stack>
  );
}

/** One line for each group: `name = role`. */
function readRoles(text: string): NonNullable<Given["roles"]> {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.lastIndexOf("=");
      const [group, role] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
      return { group: group.trim(), role: role.trim() as "member" };
    });
}

const valuesOf = (settings: SignOn | null) => ({
  label: settings?.label ?? "",
  issuer: settings?.issuer ?? "",
  client_id: settings?.client_id ?? "",
  client_secret: "",
  scope: settings?.scope ?? "openid email profile",
  groups_claim: settings?.groups_claim ?? "groups",
  roles: (settings?.roles ?? []).map(({ group, role }) => `${group} = ${role}`).join("\n"),
  default_role: settings?.default_role ?? NOBODY,
  domains: (settings?.domains ?? []).join(", "),
  is_enforced: settings?.is_enforced ?? false,
});

/** What a form holds, as it is sent. */
const fieldsOf = ({
  client_secret,
  roles,
  default_role,
  domains,
  ...given
}: ReturnType<typeof valuesOf>): Omit<Given, "organisation_id"> => ({
  ...given,
  roles: readRoles(roles),
  domains: domains.split(/[\s,]+/).filter((domain) => domain !== ""),
  default_role: default_role === NOBODY ? null : (default_role as "member"),
  ...(client_secret !== "" && { client_secret }),
});

function Form({ found: { settings, redirect_uri }, onClose }: { found: Asked; onClose(): void }) {
  const { organisation_id } = useHere();
  const save = useChange("set_sign_on", ["get_sign_on"]);
  const client = useQueryClient();
  const form = useForm({ initialValues: valuesOf(settings) });
  const [kept, setKept] = useState(settings);
  const [told, setTold] = useState<string | null>(null);
  const submit = form.onSubmit(async (values) => {
    const before = fieldsOf(form.getInitialValues());
    const asked = await readFirst("get_sign_on", { organisation_id }, { settings: kept });
    if (!asked) return;
    const isOther = Boolean(asked.settings) !== Boolean(kept);
    setKept(asked.settings);
    setTold(isOther ? (kept ? REMOVED : ADDED) : null);
    if (isOther) return void makeStale(client, ["get_sign_on"]);
    const fields = fieldsOf(values);
    const changed = () => changedFields(fields, before, fieldsOf(valuesOf(asked.settings)));
    save.mutate(
      { organisation_id, ...(kept ? changed() : { ...fields, is_new: true }) },
      {
        onSuccess: () => {
          say("The provider answered, and is set.");
          onClose();
        },
      },
    );
  });
  return (
    <Dialog
      onClose={onClose}
      title="Single sign-on"
      isChanged={form.isDirty()}
      isBusy={save.isPending || form.submitting}
    >
      <DialogForm
        of={{
          error: told === null ? save.error : new Error(told),
          isPending: save.isPending || form.submitting,
        }}
        onSubmit={submit}
        onClose={onClose}
        action="Save"
      >
        <Text size="sm">Enter this redirect URI at the provider:</Text>
        <Copyable value={redirect_uri} />
        <TextInput label="Name on the button" required {...form.getInputProps("label")} />
        <TextInput
          label="Issuer"
          description="Like https://accounts.google.com or https://login.microsoftonline.com/your-tenant-id/v2.0"
          required
          {...form.getInputProps("issuer")}
        />
        <TextInput label="Client ID" required {...form.getInputProps("client_id")} />
        <PasswordInput
          label="Client secret"
          description={kept?.has_secret ? "Empty: the one that is kept." : null}
          autoComplete="off"
          {...form.getInputProps("client_secret")}
        />
        <Textarea
          label="Roles of groups"
          description="A line for each: name of the group = viewer, member or admin"
          autosize
          minRows={2}
          {...form.getInputProps("roles")}
        />
        <Select
          label="Role of people in none of these groups"
          data={ROLES}
          {...form.getInputProps("default_role")}
        />
        <TextInput
          label="Mail domains"
          description="Whose people may come for the first time, like example.com; empty: any"
          {...form.getInputProps("domains")}
        />
        <TextInput label="Scope" required {...form.getInputProps("scope")} />
        <TextInput
          label="Claim that names groups"
          required
          {...form.getInputProps("groups_claim")}
        />
        <Checkbox
          label="Let in nobody but owners by password"
          {...form.getInputProps("is_enforced", { type: "checkbox" })}
        />
      </DialogForm>
    </Dialog>
  );
}

function Remove({ onClose }: { onClose(): void }) {
  const { organisation_id } = useHere();
  return (
    <ConfirmChange
      title="Remove single sign-on?"
      action="Remove"
      of={["remove_sign_on", { organisation_id }]}
      stale={["get_sign_on"]}
      onClose={onClose}
    >
      Sessions and assistants by the provider end at once. Members stay; who has no password chooses
      one by the link for a forgotten one.
    </ConfirmChange>
  );
}
