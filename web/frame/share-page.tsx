import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useHere } from "../here.tsx";
import type { Days } from "./share-days.tsx";
import type { SharedPage } from "./share-links.tsx";

// Few visits need it, and the first page reads it otherwise.
const ShareDialog = lazy(async () => ({
  default: (await import("./share-dialog.tsx")).ShareDialog,
}));

/** Shares a page as it is, for those who may, and revokes what was shared; `week`: the one on the page, where it is an earlier one. */
export function SharePage({ page, week }: { page: SharedPage; week?: Days | undefined }) {
  const { canWrite, isGuest = false } = useHere();
  const [isOpen, setOpen] = useState(false);
  if (!canWrite || isGuest) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog {...{ page, week }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
