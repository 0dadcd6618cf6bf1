import { Button } from "@mantine/core";

/** Takes back what was just done. */
export function UndoButton({ undo }: { undo(): void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={undo} mt={4}>
      Undo
    </Button>
  );
}
