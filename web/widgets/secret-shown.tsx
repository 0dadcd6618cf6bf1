import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import {
  createContext,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { SayUncopied } from "./dialog.tsx";
import { commandKeys } from "./keys.ts";

/** A secret that is shown this once, to be copied. */
export function SecretShown({
  value,
  label,
  text,
}: {
  value: string;
  label: string;
  text: string;
}) {
  return (
    <Alert
      color="indigo"
      variant="light"
      title={label}
      role="status"
      // Else it is as wide as its longest word, which may be a key, and the dialog is not.
      styles={{ body: { minWidth: 0 } }}
    >
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        <Copyable value={value} />
      </Stack>
    </Alert>
  );
}

const SayCopied = createContext(() => {});

/** What a dialog shows once something was made, and the button that closes it. */
export function ShownOnce({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const [isCopied, setCopied] = useState(false);
  const sayCopied = useCallback(() => setCopied(true), []);
  const sayUncopied = useContext(SayUncopied);
  useEffect(() => {
    sayUncopied(!isCopied);
    return () => sayUncopied(false);
  }, [sayUncopied, isCopied]);
  return (
    <Stack onCopy={sayCopied}>
      <SayCopied value={sayCopied}>{children}</SayCopied>
      <Group justify="flex-end" className="shown-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

/** Where a line of a command may end: no word and no date is broken. */
const ENDS = /(?<=[ \n,]|[^/]\/(?!\/))/;

/** Text with a button that copies it. */
export function Copyable({ value }: { value: string }) {
  const sayCopied = useContext(SayCopied);
  const shown = useRef<HTMLElement>(null);
  const { copied, copy, error } = useClipboard({ timeout: 1_000 });
  useEffect(() => {
    if (copied) sayCopied();
  }, [copied, sayCopied]);
  // Browsers let pages copy over https and on the computer itself alone, and only where it is allowed.
  useEffect(() => {
    if (error && shown.current) getSelection()?.selectAllChildren(shown.current);
  }, [error]);
  const parts = value.includes(" ") ? value.split(ENDS) : [value];
  return (
    <Group wrap="nowrap" align={value.includes("\n") ? "flex-start" : "center"} gap="xs">
      <Code
        ref={shown}
        block
        // What is wider than its box is scrolled by keys, too.
        {...(parts.length > 1 && { tabIndex: 0 })}
        style={{
          ...{ flex: 1, minWidth: 0, overflowX: "auto", whiteSpace: "pre-wrap" },
          ...(parts.length === 1 && { overflowWrap: "anywhere" }),
        }}
      >
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move.
          <Fragment key={at}>
            <span style={parts.length > 1 ? { whiteSpace: "pre" } : {}}>{part}</span>
            <wbr />
          </Fragment>
        ))}
      </Code>
      <Button
        size="xs"
        variant="default"
        onClick={() => copy(value)}
        leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      >
        {copied ? "Copied" : error ? `Selected: press ${commandKeys("C")}` : "Copy"}
      </Button>
    </Group>
  );
}
