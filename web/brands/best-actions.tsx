import { Group, Stack, Text } from "@mantine/core";
import { useAsk } from "../data.ts";
import { useOwnName } from "../frame/tracked-brands.ts";
import { useHere } from "../here.tsx";
import { showDays, withFilters } from "../scope.ts";
import { KeptLine } from "../widgets/kept-line.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { Answered, Panel } from "../widgets/panel.tsx";
import { type Action, evidenceOf, TWO_NUMBERS, todoOf, UNMEASURABLE } from "../words/action.ts";
import { useNaming } from "../words/names.ts";
import { Prize } from "../words/prize.tsx";
import { Dim, Fine } from "../words/text.ts";
import { useLeads } from "./use-leads.ts";

const SHOWN = 3;

/** The leads that win most answers at least and that nobody decided about. */
function useBestActions() {
  const { project_id } = useHere();
  const { input, isKnown } = useLeads();
  const asked = { project_id, ...input, status: "open" as const, limit: SHOWN };
  return useAsk("list_actions", asked, { enabled: isKnown });
}

/** Those with something to win: what somebody only wrote a note about stays open, and comes last once it is no lead. */
const leadsOf = (actions: readonly Action[]) => actions.filter(({ prize }) => prize !== null);

/** The first thing to do, in a line that leads to it and whose place is kept. */
export function DoFirst() {
  const own = useOwnName();
  const { data } = useBestActions();
  const isNaming = useNaming();
  if (!data || isNaming) return <KeptLine isLong />;
  const [first] = leadsOf(data.data);
  if (!first)
    return <KeptLine isLong>Nothing to do first: nothing new is more than chance.</KeptLine>;
  const todo = todoOf(first, own);
  const doubt = first.unmeasurable ? `. ${UNMEASURABLE}.` : "";
  return (
    <KeptLine isLong>
      Do first:{" "}
      <PageLink isInText to="/actions" search={{ action: first.action_key }}>
        {todo}
      </PageLink>
      {doubt}
    </KeptLine>
  );
}

/** What to do next, with its evidence and prize: wherever it stands, what the list of actions begins with. */
export function BestActions() {
  const own = useOwnName();
  const { scope } = useHere();
  const actions = useBestActions();
  const { date_from, date_to } = useLeads().input;
  return (
    <Panel title="What to do next" action={<PageLink to="/actions">All actions</PageLink>}>
      <Answered asked={actions} height={120}>
        {({ data }) =>
          leadsOf(data).length === 0 ? (
            <Dim>
              Nothing to do: nothing new in this range{withFilters(scope)} is more than chance. More
              answers may show something.
            </Dim>
          ) : (
            <>
              <Dim mb="xs">
                From the answers of {showDays(date_from, date_to)}, as Actions has them. An answer
                to win is one of these that could have named {own}. {TWO_NUMBERS}
              </Dim>
              <Stack gap={12} component="ol" className="bare-list plain-list">
                {leadsOf(data).map((action) => (
                  <li key={action.action_key}>
                    <Group justify="space-between" align="flex-start" gap="0 12px">
                      <Text size="sm" fw={600} flex="1 1 260px">
                        <PageLink isQuiet to="/actions" search={{ action: action.action_key }}>
                          {todoOf(action, own)}
                        </PageLink>
                      </Text>
                      <Prize action={action} own={own} />
                    </Group>
                    <Fine>
                      {evidenceOf(action, own)}
                      {action.unmeasurable && `. ${UNMEASURABLE}.`}
                    </Fine>
                  </li>
                ))}
              </Stack>
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
