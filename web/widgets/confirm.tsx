import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { type InputOf, isGivenUp, type OperationName } from "../call.ts";
import { useChange } from "../data.ts";
import { Failed } from "./states.tsx";
import { useTopClose } from "./top-close.ts";

/** Asks before something that cannot be taken back; says what will happen, and what went wrong if it did. */
export function Confirm({
  title,
  children,
  action,
  otherwise = "Cancel",
  isOpen = true,
  isBusy = false,
  isOff = false,
  error = null,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** What the button does: "Delete", "Revoke". */
  action: string;
  /** What the other button does, where "Cancel" could mean either. */
  otherwise?: string;
  isOpen?: boolean;
  isBusy?: boolean;
  /** There is nothing to confirm. */
  isOff?: boolean;
  error?: Error | null;
  onConfirm(): void;
  onClose(): void;
}) {
  // What is under way is done all the same.
  const close = isBusy ? () => {} : onClose;
  useTopClose(isOpen, close);
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            {otherwise}
          </Button>
          <Button color="red" onClick={onConfirm} loading={isBusy} disabled={isOff}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Asks before one operation, does it, says that it is done and closes; `stale` as for useChange. */
export function ConfirmChange<Name extends OperationName>({
  of: [name, input],
  stale,
  said,
  onClose,
  ...asked
}: {
  title: string;
  children: ReactNode;
  action: string;
  of: readonly [Name, InputOf<Name>];
  stale: readonly OperationName[];
  said?: string;
  onClose(): void;
}) {
  const change = useChange(name, stale);
  const onSuccess = () => {
    if (said) say(said);
    onClose();
  };
  return (
    <Confirm
      {...asked}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(input, { onSuccess })}
      onClose={onClose}
    />
  );
}

/**
 * Says that something was done, until what it returns is hidden; with a link it stays long enough for that to be
 * followed, with an offer (`stays`) until somebody closes it.
 */
export function say(message: string, link?: ReactNode, { stays = false } = {}): string {
  return notifications.show({
    message: (
      <>
        {message} {link}
      </>
    ),
    ...{ color: "green", withBorder: true },
    ...(link !== undefined && { autoClose: stays ? false : 10_000 }),
  });
}

/** Says that something did not work, in the server's words. */
export function sayFailure(error: Error): void {
  if (isGivenUp(error)) return;
  notifications.show({
    title: "That did not work",
    message: error.message,
    color: "red",
    withBorder: true,
    autoClose: 10_000,
  });
}
