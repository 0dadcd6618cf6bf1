import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";

/** Prints the page as it is; a phone has no printer beside it. */
export function PrintButton() {
  return (
    <Button
      size="sm"
      variant="default"
      visibleFrom="sm"
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}
