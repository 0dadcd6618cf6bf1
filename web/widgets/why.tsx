import { useHere } from "../here.tsx";
import { Change } from "../words/change.tsx";
import { whyUnshown } from "../words/doubt.ts";
import { PageLink } from "./page-link.tsx";

/** Whose change it is, of which number, and what narrows it in addition to the range and filters. */
export type Changed = { brand_id: string; measure?: string } & Partial<
  Record<"model" | "topic" | "tag" | "country", string[]>
>;

/** A change that opens why it came about. */
export function ChangeWhy({
  of,
  ...told
}: Omit<Parameters<typeof Change>[0], "isInLink"> & { of: Changed }) {
  const { isGuest = false } = useHere();
  const { change } = told;
  if (isGuest || !change || change.value === null || whyUnshown(change))
    return <Change {...told} />;
  return (
    <PageLink isQuiet to="/changes" search={of}>
      <Change {...told} isInLink />
    </PageLink>
  );
}
