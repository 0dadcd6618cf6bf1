import { inviteMember } from "#domain/accounts/invite-member.ts";
import { removeMember } from "#domain/accounts/remove-member.ts";
import { revokeInvitation } from "#domain/accounts/revoke-invitation.ts";
import { updateMember } from "#domain/accounts/update-member.ts";
import { setBudget } from "#domain/capture/budget/set-budget.ts";
import { setRetention } from "#domain/projects/set-retention.ts";
import { createWebhook } from "#domain/webhooks/create-webhook.ts";
import { deleteWebhook } from "#domain/webhooks/delete-webhook.ts";
import { updateWebhook } from "#domain/webhooks/update-webhook.ts";
import {
  detailsOf,
  differing,
  isSameSet,
  leaveOrDelete,
  type Part,
  refTo,
  type Scene,
  type Step,
} from "./plan.ts";

export function planBudget({ file, state }: Scene): Part {
  const change = differing(file.budget ?? {}, state.budget);
  if (Object.keys(change).length === 0) return {};
  const { daily_cap_usd, monthly_cap_usd } = state.budget;
  const input = { daily_cap_usd, monthly_cap_usd, ...change };
  const lines = [{ sign: "~", what: "budget", details: detailsOf(change, state.budget) } as const];
  return { steps: [{ lines, operation: setBudget, input }] };
}

/** How long the audit log is kept takes more than the rest does, and so is a step of its own. */
export function planRetention({ file, state }: Scene): Part {
  const { audit_days, ...others } = file.retention ?? {};
  const steps = [others, { audit_days }].flatMap((wanted): Step[] => {
    const change = differing(wanted, state.retention);
    if (Object.keys(change).length === 0) return [];
    const details = detailsOf(change, state.retention);
    const lines = [{ sign: "~", what: "retention", details } as const];
    return [{ lines, operation: setRetention, input: change }];
  });
  return { steps };
}

/** Webhooks by their address; several to one address in their order. */
export function planWebhooks({ file, state, prune }: Scene): Part {
  if (!file.webhooks) return {};
  const named = new Set<string>();
  const steps = file.webhooks.flatMap(({ url, events, is_active }): Step[] => {
    const now = state.webhooks.find((webhook) => webhook.url === url && !named.has(webhook.id));
    const what = `webhook ${url}`;
    if (!now) {
      const lines = [{ sign: "+", what, details: detailsOf({ events, is_active }) } as const];
      const input = { url, events };
      const pause = { webhook_id: refTo("webhook", url), is_active };
      return [
        { lines, operation: createWebhook, input },
        ...(is_active === false ? [{ lines: [], operation: updateWebhook, input: pause }] : []),
      ];
    }
    named.add(now.id);
    const change = differing({ events, is_active }, now);
    if (isSameSet(events, now.events)) delete change["events"];
    if (Object.keys(change).length === 0) return [];
    const lines = [{ sign: "~", what, details: detailsOf(change, now) } as const];
    return [{ lines, operation: updateWebhook, input: { webhook_id: now.id, ...change } }];
  });
  return leaveOrDelete(
    state.webhooks.filter(({ id }) => !named.has(id)),
    {
      prune,
      what: ({ url }) => `webhook ${url}`,
      remove: ({ id }) => ({ operation: deleteWebhook, input: { webhook_id: id } }),
    },
    steps,
  );
}

/** People by their address: who is no member is invited, once. */
export function planMembers({ file, people, organisation_id, prune }: Scene): Part {
  if (!file.members) return {};
  if (!people) return { notes: ["members: a key neither reads nor changes them; left alone"] };
  const { members, invitations } = people;
  const is = (email: string) => (one: { email: string }) =>
    one.email.toLowerCase() === email.toLowerCase();
  const steps = file.members.flatMap(({ email, role }): Step[] => {
    const member = members.find(is(email));
    const invited = invitations.find(is(email));
    if ((member ?? invited)?.role === role) return [];
    const operation = member ? updateMember : inviteMember;
    const who = member ? { user_id: member.id } : { email };
    const sign = member || invited ? "~" : "+";
    const details = detailsOf({ role }, member ?? invited);
    const what = member ? `member ${email}` : `invitation of ${email}`;
    return [
      { lines: [{ sign, what, details }], operation, input: { organisation_id, ...who, role } },
    ];
  });
  const rest = <One extends { email: string }>(all: readonly One[]) =>
    all.filter((one) => !file.members?.some(is(one.email)));
  const gone = leaveOrDelete(rest(members), {
    prune,
    what: ({ email }) => `member ${email}`,
    details: ["of the whole organisation"],
    remove: ({ id }) => ({ operation: removeMember, input: { organisation_id, user_id: id } }),
  });
  const withdrawn = leaveOrDelete(rest(invitations), {
    prune,
    what: ({ email }) => `invitation of ${email}`,
    remove: ({ id }) => ({
      operation: revokeInvitation,
      input: { organisation_id, invitation_id: id },
    }),
  });
  return {
    left: [...gone.left, ...withdrawn.left],
    // Who is to become an owner does so before one is taken out.
    steps: [...steps, ...withdrawn.steps, ...gone.steps],
  };
}
