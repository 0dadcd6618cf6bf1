import { Select, Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../../frame/page-title.tsx";
import { type SettingsTab, settingsFor, TABS_APART } from "../../frame/places.tsx";
import { useHere } from "../../here.tsx";
import { AccountTab } from "./account.tsx";
import { AuditTab } from "./audit.tsx";
import { ClientsTab } from "./clients.tsx";
import { ExportsTab } from "./exports.tsx";
import { KeysTab } from "./keys.tsx";
import { MembersTab } from "./members.tsx";
import { PlanTab } from "./plan.tsx";
import { ProjectTab } from "./project.tsx";
import { SharesTab } from "./shares.tsx";
import { WebhooksTab } from "./webhooks.tsx";

const TABS: Record<SettingsTab, ReactNode> = {
  project: <ProjectTab />,
  members: <MembersTab />,
  keys: <KeysTab />,
  clients: <ClientsTab />,
  shares: <SharesTab />,
  webhooks: <WebhooksTab />,
  exports: <ExportsTab />,
  plan: <PlanTab />,
  account: <AccountTab />,
  audit: <AuditTab />,
};

/** Everything about a project that is set once and rarely changed. */
export function Settings() {
  const { canManage } = useHere();
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const tabs = settingsFor(canManage);
  const tab = tabs.find(({ tab }) => tab === asked)?.tab ?? "project";
  const open = (next: string | null) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, tab: next ?? "project" }),
    } as never);
  // What the menu lists by itself is a page of its own to whoever opens it there.
  const apart = tabs.find((one) => one.tab === tab && TABS_APART.includes(one.tab));
  if (apart)
    return (
      <>
        <PageTitle title={apart.label} />
        {TABS[apart.tab]}
      </>
    );
  return (
    <>
      <PageTitle title="Settings" />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        {/* So many tabs would fill a phone. */}
        <Select
          hiddenFrom="sm"
          className="no-print"
          mb="md"
          label="Show"
          data={tabs.map(({ tab, label }) => ({ value: tab, label }))}
          value={tab}
          onChange={open}
        />
        <Tabs.List mb="md" className="tabs" visibleFrom="sm">
          {tabs.map(({ tab, label }) => (
            <Tabs.Tab key={tab} value={tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ tab }) => (
          <Tabs.Panel key={tab} value={tab}>
            {TABS[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
