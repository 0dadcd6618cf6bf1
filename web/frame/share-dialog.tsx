import { useState } from "react";
import { MakeShareLink } from "./make-share-link.tsx";
import type { Days } from "./share-days.tsx";
import { RevokeLink, type SharedPage, type ShareLink, WorkingLinks } from "./share-links.tsx";

/** Makes a link to a page, above those to it that work, which are revoked there. */
export function ShareDialog({
  page,
  week,
  onClose,
}: {
  page: SharedPage;
  week?: Days | undefined;
  onClose(): void;
}) {
  const [revoking, setRevoking] = useState<ShareLink | null>(null);
  return (
    <>
      <MakeShareLink {...{ page, week, onClose }}>
        <WorkingLinks onRevoke={setRevoking} />
      </MakeShareLink>
      {revoking && <RevokeLink link={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
