import { Button, Tooltip } from "@mantine/core";
import type { Prompt } from "./use-prompts.ts";

/** That a prompt was not asked, when it is first, at a touch of it, and a way to ask it now. */
export function NotYet({
  prompt,
  firstAsked,
  onAsk,
}: {
  prompt: Prompt;
  firstAsked: string;
  /** Undefined where nobody can. */
  onAsk: ((prompt_id: string) => void) | undefined;
}) {
  if (prompt.status === "archived" || !firstAsked) return "never";
  return (
    <>
      <Tooltip label={firstAsked}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keys open its hint. */}
        <span className="nowrap hinted" tabIndex={0}>
          not yet
        </span>
      </Tooltip>
      {onAsk && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Ask now: ${prompt.text}`}
          onClick={() => onAsk(prompt.id)}
        >
          Ask now
        </Button>
      )}
    </>
  );
}
