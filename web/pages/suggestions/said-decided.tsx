import { Button } from "@mantine/core";

/** What follows from a decision, and the button that takes it back. */
export function SaidDecided({ more, undo }: { more: string; undo?(): void }) {
  return (
    <>
      {more}
      {undo && (
        <Button size="compact-sm" variant="default" onClick={undo} mt={4} display="block">
          Undo
        </Button>
      )}
    </>
  );
}
