import { Text } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { QuietButton } from "../../widgets/buttons.ts";
import { say, sayFailure } from "../../widgets/confirm.tsx";
import { buttons, type Column, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { ago, showTime } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

type Browser = OutputOf<"list_browsers">["data"][number];

/** The browsers that are known again, and those in which the password is enough. */
export function Browsers() {
  const browsers = useAsk("list_browsers", { limit: 50 }, { watched: true });
  const forget = useChange("forget_browser", ["list_browsers"]);
  const columns: Column<Browser>[] = [
    {
      key: "user_agent",
      header: "Browser",
      value: (browser) => browser.user_agent,
      show: (browser) => browserOf(browser.user_agent),
    },
    { key: "network", header: "Network", value: (browser) => browser.network },
    {
      key: "trusted_until",
      header: "Trusted until",
      value: (browser) => browser.trusted_until,
      show: (browser) => (browser.trusted_until ? showTime(browser.trusted_until) : "not trusted"),
    },
    {
      key: "last_used_at",
      header: "Last sign-in",
      value: (browser) => browser.last_used_at,
      show: (browser) => ago(browser.last_used_at),
    },
    buttons((browser) => (
      <QuietButton
        onClick={() =>
          forget.mutate(
            { browser_id: browser.id },
            {
              onError: sayFailure,
              onSuccess: () => say("The browser was forgotten. Who is signed in there stays so."),
            },
          )
        }
      >
        Forget
      </QuietButton>
    )),
  ];
  return (
    <Panel title="Browsers we know">
      <Dim mb="sm">
        You signed in with these. Where this server sends mail, you get one when somebody signs in
        as you with another. A trusted browser is asked for your password alone.
      </Dim>
      <Answered asked={browsers}>
        {({ data }) => (
          <DataTable
            name="Browsers"
            rows={data}
            columns={columns}
            keyOf={(browser) => browser.id}
            empty={<Text size="sm">None is known.</Text>}
          />
        )}
      </Answered>
    </Panel>
  );
}

/** The browser and system that a user agent names, as people call them. */
export function browserOf(user_agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(user_agent)?.[1] ?? "A browser";
  const system = /(Windows|Macintosh|Android|iPhone|iPad|Linux)/.exec(user_agent)?.[1];
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system.replace("Macintosh", "Mac")}` : name;
}
