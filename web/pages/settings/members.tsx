import { Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { QuietButton, SmallButton } from "../../widgets/buttons.ts";
import { ConfirmChange, say, sayFailure } from "../../widgets/confirm.tsx";
import { buttons, type Column, DataTable } from "../../widgets/data-table.tsx";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { SecretShown, ShownOnce } from "../../widgets/secret-shown.tsx";
import { showTime } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import { SignOnPanel } from "./sign-on.tsx";

type Member = OutputOf<"list_members">["data"][number];
type Invitation = OutputOf<"list_invitations">["data"][number];
type Role = Member["role"];
const ROLES: { value: Role; label: string }[] = [
  { value: "viewer", label: "Viewer: only reads" },
  { value: "member", label: "Member: also edits and asks" },
  { value: "admin", label: "Admin: also invites and sets up" },
  { value: "owner", label: "Owner: controls everything" },
];

/** The roles that the user may give: none above their own. */
function useRoles() {
  const { role } = useHere();
  return role === "owner" ? ROLES : ROLES.filter(({ value }) => value !== "owner");
}

/** Who belongs to the organisation, with which role, and who is invited. */
export function MembersTab() {
  const { organisation_id, canManage } = useHere();
  const members = useAsk("list_members", { organisation_id, limit: 1000 });
  const [isInviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<Member | null>(null);
  const columns = useColumns(setRemoved);
  return (
    <Stack>
      <ListPanel
        title="Members"
        file="members"
        about="Who can see this organisation's projects, and what they may do there."
        make={{ label: "Invite a member", can: canManage, start: () => setInviting(true) }}
        asked={members}
        columns={columns}
        keyOf={(member) => member.id}
      >
        {isInviting && <Invite onClose={() => setInviting(false)} />}
        {removed && <Remove member={removed} onClose={() => setRemoved(null)} />}
      </ListPanel>
      {canManage && <Invitations />}
      {canManage && <SignOnPanel />}
    </Stack>
  );
}

function useColumns(remove: (member: Member) => void): Column<Member>[] {
  const { canManage, role } = useHere();
  const me = useAsk("get_me", {});
  const reaches = (member: Member) => canManage && (role === "owner" || member.role !== "owner");
  return [
    {
      key: "email",
      header: "Who",
      value: (member) => member.email,
      show: (member) => (
        <div>
          <Text size="sm">{member.name || member.email}</Text>
          {member.name && <Fine>{member.email}</Fine>}
        </div>
      ),
    },
    {
      key: "role",
      header: "Role",
      place: "wide",
      value: (member) => member.role,
      show: (member) => (reaches(member) ? <RoleSelect member={member} /> : member.role),
    },
    {
      key: "joined_at",
      header: "Since",
      value: (member) => member.joined_at,
      show: (member) => showTime(member.joined_at),
    },
    buttons((member) =>
      reaches(member) && member.id !== me.data?.id ? (
        <QuietButton onClick={() => remove(member)}>Remove</QuietButton>
      ) : null,
    ),
  ];
}

function RoleSelect({ member }: { member: Member }) {
  const { organisation_id } = useHere();
  const roles = useRoles();
  const change = useChange("update_member", ["list_members", "list_invitations", "get_me"]);
  return (
    <Select
      aria-label={`Role of ${member.email}`}
      size="xs"
      w={230}
      data={roles}
      value={member.role}
      disabled={change.isPending}
      onChange={(value) =>
        // Of one's own role, too, with which this may go.
        change
          .mutateAsync({ organisation_id, user_id: member.id, role: value as Role })
          .then(() => say(`${member.email} is ${value} now.`), sayFailure)
      }
    />
  );
}

function Invitations() {
  const { organisation_id } = useHere();
  const open = useAsk("list_invitations", { organisation_id, limit: 1000 });
  const revoke = useChange("revoke_invitation", ["list_invitations"]);
  const columns: Column<Invitation>[] = [
    {
      key: "email",
      header: "Who",
      value: (one) => one.email,
      show: (one) => <span className="name">{one.email}</span>,
    },
    { key: "role", header: "As", value: (one) => one.role },
    {
      key: "expires_at",
      header: "Until",
      value: (one) => one.expires_at,
      show: (one) => showTime(one.expires_at),
    },
    buttons((one) => (
      <SmallButton
        onClick={() =>
          revoke.mutate({ organisation_id, invitation_id: one.id }, { onError: sayFailure })
        }
      >
        Withdraw
      </SmallButton>
    )),
  ];
  if (!open.data || open.data.total_count === 0) return null;
  return (
    <Panel title="Open invitations">
      <DataTable
        name="Invitations"
        rows={open.data.data}
        columns={columns}
        keyOf={(one) => one.id}
      />
    </Panel>
  );
}

function Invite({ onClose }: { onClose(): void }) {
  const { organisation_id } = useHere();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const roles = useRoles();
  const invite = useChange("invite_member", ["list_invitations"]);
  return (
    <Dialog onClose={onClose} title="Invite a member" isBusy={invite.isPending}>
      {invite.data ? (
        <ShownOnce onClose={onClose}>
          <SecretShown
            label={`Send this to ${email}`}
            text={`Opening it joins the organisation as that address. It is shown only once. ${invite.data.is_mailed ? "It is on its way to them by mail, too; if nothing comes, pass it on yourself." : "No mail was sent, so pass it on yourself."}`}
            value={invite.data.url}
          />
        </ShownOnce>
      ) : (
        <DialogForm
          of={invite}
          onSubmit={() => invite.mutate({ organisation_id, email, role })}
          onClose={onClose}
          action="Create the invitation"
        >
          <TextInput
            label="E-mail"
            type="email"
            required
            data-autofocus
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Select
            label="Role"
            data={roles}
            value={role}
            onChange={(value) => setRole(value as Role)}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

function Remove({ member, onClose }: { member: Member; onClose(): void }) {
  const { organisation_id } = useHere();
  return (
    <ConfirmChange
      title={`Remove ${member.email}?`}
      action="Remove"
      of={["remove_member", { organisation_id, user_id: member.id }]}
      stale={["list_members", "list_invitations", "get_usage"]}
      said={`${member.email} no longer has access.`}
      onClose={onClose}
    >
      Their sessions and connected apps lose this organisation at once. API keys and share links
      they created keep working; revoke those under API keys and Share links.
    </ConfirmChange>
  );
}
