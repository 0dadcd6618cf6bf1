import { Button, CopyButton } from "@mantine/core";
import { useState } from "react";
import { CallFailure, type OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { SmallButton } from "../../widgets/buttons.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";

type Chat = OutputOf<"get_chat">;

/** What the provider sent, fetched when it is asked for. */
export function RawBody({ chat }: { chat: Chat }) {
  const { project_id } = useHere();
  const chat_id = chat.id;
  const [isOpen, setOpen] = useState(false);
  const raw = useAsk("get_raw_answer", { project_id, chat_id }, { enabled: isOpen, fresh: true });
  const isMissing = raw.error instanceof CallFailure && raw.error.status === 404;
  return (
    <Panel
      className="no-print"
      title="What the provider sent"
      action={
        raw.data && (
          <CopyButton value={raw.data.body}>
            {({ copied, copy }) => (
              <SmallButton onClick={copy}>{copied ? "Copied" : "Copy"}</SmallButton>
            )}
          </CopyButton>
        )
      }
    >
      {!isOpen && chat.has_raw_body && (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Show the raw body
        </Button>
      )}
      {(!chat.has_raw_body || isMissing) && (
        <Dim>
          Nothing is stored for this answer. Imported answers and those that a demo is filled with
          have no provider response; others are deleted after the days that Settings say.
        </Dim>
      )}
      {isOpen && !isMissing && (
        <Answered asked={raw} height={120}>
          {({ body, character_count, is_truncated, adapter_version }) => (
            <>
              <Fine mb={6}>
                {whole(character_count)} characters, read by {adapter_version}
                {is_truncated && "; only the beginning is shown"}
              </Fine>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too. */}
              <pre className="raw" tabIndex={0}>
                {body}
              </pre>
            </>
          )}
        </Answered>
      )}
    </Panel>
  );
}
