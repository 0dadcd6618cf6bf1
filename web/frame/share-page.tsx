import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useState } from "react";
import { useHere } from "../here.tsx";
import { sayFailure } from "../widgets/confirm.tsx";
import { readable } from "../widgets/states.tsx";
import type { Days } from "./share-days.tsx";
import type { SharedPage } from "./share-links.tsx";

// Few visits need it, and the first page reads it otherwise.
const read = async () => (await import("./share-dialog.tsx")).ShareDialog;
type Dialog = Awaited<ReturnType<typeof read>>;

/** Shares a page as it is, for those who may, and revokes what was shared; `week`: the one on the page, where it is an earlier one. */
export function SharePage({ page, week }: { page: SharedPage; week?: Days | undefined }) {
  const { canWrite, isGuest = false } = useHere();
  const [isReading, setReading] = useState(false);
  const [Shown, setShown] = useState<Dialog | null>(null);
  if (!canWrite || isGuest) return null;
  const open = async () => {
    setReading(true);
    try {
      const dialog = await read();
      setShown(() => dialog);
    } catch (error) {
      sayFailure(readable(error as Error));
    }
    setReading(false);
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={16} aria-hidden />}
        loading={isReading}
        onPointerEnter={() => void read().catch(() => {})}
        onClick={() => void open()}
      >
        Share
      </Button>
      {Shown && <Shown {...{ page, week }} onClose={() => setShown(null)} />}
    </>
  );
}
