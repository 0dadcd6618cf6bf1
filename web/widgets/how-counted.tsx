import { ActionIcon, Stack, Text, Tooltip } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import { BESIDE, COUNTED, type Counted } from "../words/counted.ts";
import { BUTTON_EVENTS } from "../words/hint.ts";
import { PlainDialog } from "./dialog.tsx";
import { PageLink } from "./page-link.tsx";

/** Opens what a number means; `label` is what the page calls it. */
export function HowCounted({ of, label }: { of: Counted; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label="How this is counted" events={BUTTON_EVENTS}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`How this is counted: ${label}`}
          onClick={() => setOpen(true)}
        >
          <IconHelp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <PlainDialog onClose={() => setOpen(false)} title={`How ${label} is counted`}>
          <Stack gap="sm">
            <Text size="sm">{COUNTED[of]}</Text>
            {BESIDE.map(([name, text]) => (
              <Text size="sm" key={name}>
                <b>{name}.</b> {text}
              </Text>
            ))}
            <PageLink to="/method">The whole method</PageLink>
          </Stack>
        </PlainDialog>
      )}
    </>
  );
}
