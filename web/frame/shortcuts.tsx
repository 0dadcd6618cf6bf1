import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { commandKeys } from "../widgets/keys.ts";
import { useTopClose } from "../widgets/top-close.ts";

/** The keys of the command palette as this keyboard names them. */
export const PALETTE_KEYS = commandKeys("K");

const SHORTCUTS: { keys: string[]; does: string }[] = [
  { keys: [PALETTE_KEYS, "/"], does: "Go to a page, brand or project" },
  { keys: ["J"], does: "Next answer in the list" },
  { keys: ["K"], does: "Previous answer" },
  { keys: ["←", "→"], does: "Move along a focused chart" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
  { keys: ["?"], does: "Show these shortcuts" },
];

/** The keys that do something, and what. */
export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  useTopClose(isOpen, onClose);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <Stack component="ul" gap="sm" className="bare-list plain-list">
        {SHORTCUTS.map(({ keys, does }) => (
          <Group key={does} component="li" justify="space-between" wrap="nowrap">
            <Text size="sm">{does}</Text>
            <Group gap={6} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
