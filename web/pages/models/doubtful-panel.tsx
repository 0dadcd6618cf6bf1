import { Button, Group, Stack, Text } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { sayFailure } from "../../widgets/confirm.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

const SHOWN = 20;
type Doubtful = OutputOf<"list_doubtful_mentions">["data"][number];

/** Mentions where the judge and the rules disagree, for a person to decide; nothing while there are none. */
export function DoubtfulPanel() {
  const { project_id } = useHere();
  const asked = useAsk("list_doubtful_mentions", { project_id, limit: SHOWN }, { watched: true });
  const { data = [], total_count = 0 } = asked.data ?? {};
  if (total_count === 0) return null;
  return (
    <Panel title="Doubtful mentions">
      <Stack>
        <Dim>
          The rules found these names, the judge disagrees, on their tone too, or gave no usable
          word. Until you decide, the judge's word counts, else the rules'. {whole(total_count)}{" "}
          wait.
        </Dim>
        {data.map((one) => (
          <Doubt key={`${one.chat_id} ${one.brand_id} ${one.doubt}`} one={one} />
        ))}
      </Stack>
    </Panel>
  );
}

function Doubt({ one }: { one: Doubtful }) {
  const { project_id, canWrite } = useHere();
  const decide = useChange("decide_mention", [
    "list_doubtful_mentions",
    "get_judge",
    "get_brand_report",
    "browse_chats",
    "get_chat",
  ]);
  const { chat_id, brand_id, brand_name: name, passage, judged, quote, tone } = one;
  const say = (what: { is_mention: boolean } | { tone: number }) =>
    decide.mutate({ project_id, chat_id, brand_id, ...what }, { onError: sayFailure });
  const rules = tone?.estimated ?? 50;
  const choices = tone
    ? [
        { label: "Good", what: { tone: Math.max(tone.judged, rules) } },
        { label: "Neutral", what: { tone: 50 } },
        { label: "Bad", what: { tone: Math.min(tone.judged, rules) } },
      ]
    : [
        { label: `It means ${name}`, what: { is_mention: true } },
        { label: "It does not", what: { is_mention: false } },
      ];
  return (
    <Stack gap={4}>
      <Text size="sm">
        <Text span inherit fw={600}>
          {name}
        </Text>
        {tone
          ? `: good or bad? Tone ${whole(tone.judged)} by the judge, ${tone.estimated === null ? "none" : whole(tone.estimated)} by the rules. `
          : judged === null
            ? ": no usable word of the judge. "
            : ": the judge says it is not meant. "}
        {quote && <q className="said">{quote}</q>}
      </Text>
      <Dim lineClamp={4}>{passage}</Dim>
      <Group gap="xs">
        <PageLink isInText to="/answers/$chat_id" params={{ chat_id }}>
          Open the answer
        </PageLink>
        {canWrite &&
          choices.map(({ label, what }) => (
            <Button
              key={label}
              size="xs"
              variant="default"
              disabled={decide.isPending}
              onClick={() => say(what)}
            >
              {label}
            </Button>
          ))}
      </Group>
    </Stack>
  );
}
