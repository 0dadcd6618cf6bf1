import { useHere } from "../../here.tsx";
import { BothPeriods } from "../../widgets/both-periods.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { asShown, readsAsNone, saySigned, verdictOf, whyUnshown } from "../../words/doubt.ts";
import { sayBrackets } from "../../words/interval.ts";
import { percent, points, someAnswers, whole } from "../../words/numbers.ts";
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
        {...(!unshown && { ends: own.change })}
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

/** What stands beside the change, of how many answers both numbers are and how sure the later one is. */
const sayBehind = (own: NonNullable<Shown["own"]>): string =>
  `${sayBrackets(own.change)} Of ${someAnswers(own.visibility_total)}, and of ${whole(own.previous_total)} the week before. 95\u00A0% interval of the share if the same prompts were asked again: ${percent(own.visibility_low)} to ${percent(own.visibility_high)}.`.trim();
