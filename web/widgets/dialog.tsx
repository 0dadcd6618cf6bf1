import { Button, Group, Modal, type ModalProps } from "@mantine/core";
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { Confirm } from "./confirm.tsx";
import { Failed } from "./states.tsx";
import { Unsaved } from "./unsaved.tsx";

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

/**
 * How something with a form in it is closed by Escape, its cross, a click beside it or the browser's way back: what was
 * typed or picked there is not lost without a question. `watch` is for its outermost element; the form's own buttons need
 * none of it.
 */
export function useAskedClose(onClose: () => void) {
  const touched = useRef<Element | null>(null);
  const [isAsking, setAsking] = useState(false);
  const watch = {
    onInput: ({ target }: SyntheticEvent) => {
      touched.current = (target as Element).closest("form") ?? touched.current;
    },
    onClick: ({ target, currentTarget }: MouseEvent) => {
      // Options are drawn elsewhere in the page.
      if ((target as Element).closest("[role=option]"))
        touched.current = currentTarget.querySelector("form") ?? touched.current;
    },
  };
  // A form that is gone was sent.
  const isTouched = () => touched.current?.isConnected === true;
  const close = () => (isTouched() ? setAsking(true) : onClose());
  // It is there only while it asks: the key that opens it would close it, too.
  const question = isAsking ? (
    <Confirm
      title="Close without saving?"
      action="Close"
      isOpen
      isBusy={false}
      error={null}
      onConfirm={onClose}
      onClose={() => setAsking(false)}
    >
      What you entered here is not saved.
    </Confirm>
  ) : (
    <Unsaved isUnsaved={isTouched} lost="What you entered here is not saved." />
  );
  return { close, watch, isAsking, question };
}

type DialogProps = Omit<ModalProps, "opened"> & {
  /** False where what is typed is nothing to lose. */
  asks?: boolean;
};

/** A dialog that is open for as long as it is there; what was entered in its form is not lost without a question. */
export function Dialog({ onClose, asks = true, closeOnEscape = true, ...props }: DialogProps) {
  useFocusBack();
  const { close, watch, isAsking, question } = useAskedClose(onClose);
  return (
    <>
      <Modal
        opened
        onClose={asks ? close : onClose}
        closeOnEscape={closeOnEscape && !isAsking}
        {...watch}
        {...props}
      />
      {asks && question}
    </>
  );
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
