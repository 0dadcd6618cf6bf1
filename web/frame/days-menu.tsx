import { Button, Popover, Stack } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";

/** The menu scrolls within itself where it has less room than it takes. */
const SIZE = {
  padding: 8,
  apply({
    availableHeight,
    elements,
  }: {
    availableHeight: number;
    elements: { floating: HTMLElement };
  }) {
    elements.floating.style.maxHeight = `${Math.max(160, availableHeight)}px`;
  },
};

export type Menu = {
  close(): void;
  /** Told whether the first of other days is chosen in a calendar, and the last is not. */
  onHalf(calendar: "range" | "before", isHalf: boolean): void;
  /** Whether days to compare with are to be chosen, and are not yet. */
  isPicking: boolean;
  setPicking(isPicking: boolean): void;
};

const NOTHING = { range: false, before: false, isPressed: false, isPicking: false };

/** A label of more letters may take two lines. */
const LONG = 24;

/**
 * What one press says is taken and closes the menu; days of a calendar leave it open, because another calendar may be
 * next, until Done is pressed, which there is for them alone. `isOwn`: the days were chosen in a calendar.
 */
export function DaysMenu({
  label,
  days,
  isOwn,
  children,
}: {
  label: string;
  /** Which days these are, where the label does not say. */
  days?: string | undefined;
  isOwn: boolean;
  children(menu: Menu): ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [choice, setChoice] = useState(NOTHING);
  const choose = (next: Partial<typeof NOTHING>) => setChoice((now) => ({ ...now, ...next }));
  // Half a choice is gone with the menu that it was made in.
  const open = (isNext: boolean) => {
    setOpen(isNext);
    setChoice(NOTHING);
  };
  const { range, before, isPressed, isPicking } = choice;
  return (
    <Popover
      opened={isOpen}
      onChange={open}
      position="bottom-end"
      shadow="md"
      width={300}
      trapFocus
      middlewares={{ shift: true, flip: false, size: SIZE }}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          className={label.length > LONG ? "range-button is-long" : "range-button"}
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => open(!isOpen)}
        >
          {label}
          {days && <span className="range-days"> {days}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="range-menu">
        <Stack gap="xs">
          {children({
            close: () => open(false),
            onHalf: (calendar, isHalf) => choose({ [calendar]: isHalf, isPressed: true }),
            isPicking,
            setPicking: (next) => choose({ isPicking: next }),
          })}
        </Stack>
        {(isOwn || isPressed || isPicking) && (
          <Done isHalf={range || before} onClick={() => open(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Ends the choice; `isHalf`: one day was pressed, and the last one not yet. */
function Done({ isHalf, onClick }: { isHalf: boolean; onClick(): void }) {
  return (
    <div className="range-done">
      <Button fullWidth size="xs" disabled={isHalf} onClick={onClick}>
        {isHalf ? "Press the last day, too" : "Done"}
      </Button>
    </div>
  );
}
