import { Accordion, Stack } from "@mantine/core";
import type { ReactNode } from "react";

/** What only the person who runs this server can do, with its commands and settings: closed until it is asked for. */
export function ForOperators({ children }: { children: ReactNode }) {
  return (
    <Accordion variant="contained" className="no-print">
      <Accordion.Item value="operators">
        <Accordion.Control fz="sm">For the person who runs this server</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs" fz="sm">
            {children}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
