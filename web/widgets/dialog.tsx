import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { Confirm } from "./confirm.tsx";
import { Failed } from "./states.tsx";
import { submitting } from "./submitting.ts";
import { useTopClose } from "./top-close.ts";
import { useUnsaved } from "./unsaved.tsx";

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
 * How a dialog knows what would be lost: whether anything was changed, where its form is not all there is, or buttons
 * change it, too; without it, by what was typed or picked in its form.
 */
type Asking = {
  isChanged?: boolean | undefined;
  /** What it does is under way, and done even if it closes: it stays until then. */
  isBusy?: boolean | undefined;
  /** It shows what cannot be shown again, and nobody copied it yet. */
  isUncopied?: boolean;
};

const LOST = "What you entered here is not saved.";
const UNCOPIED = "You have not copied it, and it cannot be shown again.";

/**
 * How something with a form in it is closed by Escape, its cross, a click beside it or the browser's way back: what was
 * entered there is not lost without a question. `watch` is for its outermost element; the form's own buttons need none of
 * it.
 */
export function useAskedClose(
  onClose: () => void,
  { isChanged, isBusy, isUncopied = false }: Asking = {},
) {
  const touched = useRef<Element | null>(null);
  const [isClosing, setClosing] = useState(false);
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
  const isUnsaved = () => isUncopied || (isChanged ?? touched.current?.isConnected === true);
  const lost = isUncopied ? UNCOPIED : LOST;
  const leaving = useUnsaved(isUnsaved, lost);
  const close = () => {
    if (isBusy) return;
    if (isUnsaved()) setClosing(true);
    else onClose();
  };
  const question = (
    <>
      {leaving}
      <Confirm
        title={isUncopied ? "Close without a copy?" : "Close without saving?"}
        action="Close"
        otherwise={isUncopied ? "Keep it open" : "Keep editing"}
        isOpen={isClosing}
        onConfirm={onClose}
        onClose={() => setClosing(false)}
      >
        {lost}
      </Confirm>
    </>
  );
  return { close, watch, question };
}

type DialogProps = Omit<ModalProps, "opened"> & Omit<Asking, "isUncopied">;

/** A dialog that is open for as long as it is there; what was entered in its form is not lost without a question. */
export function Dialog({ onClose, isChanged, isBusy = false, ...props }: DialogProps) {
  const [isUncopied, setUncopied] = useState(false);
  const { close, watch, question } = useAskedClose(onClose, { isChanged, isBusy, isUncopied });
  return (
    <IsBusy value={isBusy}>
      <SayUncopied value={setUncopied}>
        <PlainDialog onClose={close} {...watch} {...props} />
      </SayUncopied>
      {question}
    </IsBusy>
  );
}

const IsBusy = createContext(false);
/** How what is in a dialog says whether it shows, uncopied, what cannot be shown again. */
export const SayUncopied = createContext<(isUncopied: boolean) => void>(() => {});

/** The same where what is typed is nothing to lose, also outside the pages. */
export function PlainDialog({ onClose, ...props }: Omit<ModalProps, "opened">) {
  useFocusBack();
  useTopClose(true, onClose);
  return <Modal opened onClose={onClose} {...props} />;
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
  const isBusy = useContext(IsBusy);
  return (
    <>
      {error && <Failed error={error} />}
      <Group justify="flex-end" className="dialog-end">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        {children}
      </Group>
    </>
  );
}

/** A dialog's form, and how it ends; `of` says what became of it, `disabled` that it cannot be sent yet. */
export function DialogForm({
  of: { error, isPending },
  onSubmit,
  onClose,
  action,
  children,
  ...button
}: {
  of: { error: Error | null; isPending: boolean };
  onSubmit(): void;
  onClose(): void;
  action: ReactNode;
  color?: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <form onSubmit={submitting(onSubmit)}>
      <Stack gap="sm">
        {children}
        <DialogEnd error={error} onClose={onClose}>
          <Button type="submit" loading={isPending} {...button}>
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
