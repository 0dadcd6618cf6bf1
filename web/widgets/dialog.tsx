import { Button, Group, Modal, type ModalProps } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Failed } from "./states.tsx";

/** Where the focus was when something opened that takes it: it goes back there when that is gone. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}

/** A dialog that is open for as long as it is there. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  return <Modal opened {...props} />;
}

/** How a dialog's form ends: what went wrong, a way out, and the button that does it. */
export function DialogEnd({
  error,
  onClose,
  children,
}: {
  error: Error | null;
  onClose(): void;
  children: ReactNode;
}) {
  return (
    <>
      {error && <Failed error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {children}
      </Group>
    </>
  );
}
