import { ActionIcon, Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";

/** Prints the page as it is; on a phone its button is an icon. */
export function PrintButton() {
  const print = () => window.print();
  return (
    <>
      <Button
        size="sm"
        variant="default"
        visibleFrom="sm"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={print}
      >
        Print
      </Button>
      <ActionIcon
        size={36}
        variant="default"
        hiddenFrom="sm"
        className="no-print"
        aria-label="Print"
        onClick={print}
      >
        <IconPrinter size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
