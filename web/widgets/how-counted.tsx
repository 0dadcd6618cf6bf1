import { Anchor, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { BESIDE, COUNTED, type Counted } from "../words/counted.ts";
import { PlainDialog } from "./dialog.tsx";
import { PageLink } from "./page-link.tsx";

/** Opens what a number means; `label` is what the page calls it. */
export function HowCounted({ of, label }: { of: Counted; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="xs"
        className="no-print"
        aria-label={`How this is counted: ${label}`}
        onClick={() => setOpen(true)}
      >
        How this is counted
      </Anchor>
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
