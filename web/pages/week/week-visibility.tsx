import { useHere } from "../../here.tsx";
import { BothPeriods } from "../../widgets/both-periods.tsx";
import { Panel } from "../../widgets/panel.tsx";
import {
  asShown,
  isChanceAmongMany,
  readsAsNone,
  saySigned,
  verdictOf,
  whyUnshown,
} from "../../words/doubt.ts";
import { percent, points, signed, someAnswers, whole } from "../../words/numbers.ts";
import { type Shown, spanOf, Why } from "./week-changes.tsx";

/** The own visibility in a week and the one before, and how they differ. */
export function Visibility({ week, own }: { week: Shown; own: NonNullable<Shown["own"]> }) {
  const { isGuest = false } = useHere();
  const of = { brand_id: own.brand.id };
  const { previous_visibility: before, visibility: now } = own;
  const change = asShown(own.change, [before, now], percent);
  const { value } = change;
  const unshown = value === null ? "no comparison" : whyUnshown(change);
  const all =
    before === null || now === null
      ? null
      : asShown({ value: now - before }, [before, now], percent).value;
  const isOfSame = value !== null && all !== null && points(all) !== points(value);
  return (
    <Panel title={`Visibility of ${own.brand.name}`}>
      <BothPeriods
        change={
          unshown || value === null ? (
            percent(now)
          ) : (
            <Why week={week} of={of}>
              <span {...(!isGuest && { className: "opens" })}>
                {saySigned({ value, significant: change.significant }, points)}
              </span>
            </Why>
          )
        }
        verdict={unshown ?? (readsAsNone(change, points) ? "no change" : verdictOf(change))}
        hint={sayBehind(own)}
        isOfSame={isOfSame && !unshown}
        before={{
          ...{ share: before, count: own.previous_count },
          of: { ...of, ...spanOf(week.previous) },
        }}
        now={{ share: now, count: own.visibility_count, of: { ...of, ...spanOf(week) } }}
      />
    </Panel>
  );
}

/** Of how many answers both numbers are, and how sure they and the change are. */
function sayBehind(own: NonNullable<Shown["own"]>): string {
  const { low, high } = own.change;
  const interval =
    low === null || high === null
      ? ""
      : ` 95\u00A0% interval of the change: ${signed(low, points)} to ${signed(high, points)}.`;
  const among = isChanceAmongMany(own.change)
    ? " By itself this is more than chance, but among so many changes some are so by chance."
    : "";
  return `Of ${someAnswers(own.visibility_total)}, and of ${whole(own.previous_total)} the week before. 95\u00A0% interval if the same prompts were asked again: ${percent(own.visibility_low)} to ${percent(own.visibility_high)}.${interval}${among}`;
}
