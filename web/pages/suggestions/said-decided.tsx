import { SmallButton } from "../../widgets/buttons.ts";

/** What follows from a decision, and the button that takes it back. */
export function SaidDecided({ more, undo }: { more: string; undo?(): void }) {
  return (
    <>
      {more}
      {undo && (
        <SmallButton onClick={undo} mt={4} display="block">
          Undo
        </SmallButton>
      )}
    </>
  );
}
