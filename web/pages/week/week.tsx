import { Stack, Text } from "@mantine/core";
import dayjs from "dayjs";
import { BestActions } from "../../brands/best-actions.tsx";
import { HealthPanel } from "../../brands/health.tsx";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { WeakLine } from "../../brands/weak-line.tsx";
import { useAsk } from "../../data.ts";
import { useAnswersFrom } from "../../frame/answers-from.ts";
import { AnswersNotes, PageTitle } from "../../frame/page-title.tsx";
import { WEEK_DAYS, weekTo } from "../../frame/share-days.tsx";
import { SharePage } from "../../frame/share-page.tsx";
import { useHere } from "../../here.tsx";
import {
  reportInput,
  type Scope,
  showDay,
  showDays,
  withFilters,
  yesterdayIn,
} from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { TWO_NUMBERS } from "../../words/action.ts";
import { sayWeighed } from "../../words/changes-note.tsx";
import { points, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { Competitors } from "./week-brands.tsx";
import { Changes, Line, type Shown, Sources, spanOf } from "./week-changes.tsx";
import { Runs } from "./week-runs.tsx";
import { Visibility } from "./week-visibility.tsx";

function readSearch({ week }: Record<string, unknown>): { week?: string } {
  if (typeof week !== "string" || !/^20\d\d-\d\d-\d\d$/.test(week)) return {};
  return dayjs(week).format("YYYY-MM-DD") === week ? { week } : {};
}

/** The last seven full days in short: what is more than chance, what to do, and what went wrong with asking. */
export function Week() {
  const { project_id, scope, timezone, isGuest, isFixed } = useHere();
  const { filters, branded } = reportInput(scope, timezone);
  const [{ week: last }] = useOwnSearch(readSearch);
  // Who holds a share link sees the days of the link; a mail leads to the week it tells of.
  const of = last ? { date_to: last } : {};
  const days = isGuest ? { date_from: scope.from, date_to: scope.to } : of;
  const week = useAsk("get_week", { project_id, filters, branded, ...days });
  return (
    <>
      <PageTitle
        title={isFixed ? weekOf(scope) : last ? "The week" : "This week"}
        text={<Subtitle week={week.data} isEarlier={isGuest || last !== undefined} />}
        scoped="one week"
        hasNotesBelow
      >
        {!isGuest && <OtherWeeks last={last} timezone={timezone} />}
        <SharePage page="week" week={last ? weekTo(last) : undefined} />
      </PageTitle>
      <Stack gap="md">
        <HealthPanel action={<PageLink to="/models">Assistants</PageLink>} />
        <Answered asked={week} outline={<CardOutline height={420} />}>
          {(found) =>
            found.population.answers === 0 ? (
              <>
                <Panel>
                  <NoAnswers isOfWholeDays />
                </Panel>
                <Notes week={found} />
              </>
            ) : (
              <Parts week={found} isNow={!isGuest && (!last || last === yesterdayIn(timezone))} />
            )
          }
        </Answered>
      </Stack>
    </>
  );
}

/** A week that stays the one it is, by its days: its page says them nowhere else. */
function weekOf({ from = "", to = "" }: Scope): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `The week of ${isOneMonth ? `${dayjs(from).date()} – ${showDay(to)}` : showDays(from, to)}`;
}

/** To members always; to the holder of a link where it was made to. */
function useShowsCompetitors(): boolean {
  const { isGuest = false, showsCompetitors = false } = useHere();
  return !isGuest || showsCompetitors;
}

/** Leads to the seven days before, and from earlier ones back to the last: told by the address, whose answer may be on its way. */
function OtherWeeks({ last, timezone }: { last: string | undefined; timezone: string }) {
  const yesterday = yesterdayIn(timezone);
  const to = last ?? yesterday;
  const away = (weeks: number) =>
    dayjs(to)
      .add(weeks * WEEK_DAYS, "day")
      .format("YYYY-MM-DD");
  const after = away(1);
  return (
    <>
      <PageLink isButton="default" size="sm" to="/week" search={{ week: away(-1) }}>
        The week before
      </PageLink>
      {to !== yesterday && (
        <PageLink
          isButton="default"
          size="sm"
          to="/week"
          search={{ week: after < yesterday ? after : undefined }}
        >
          {after < yesterday ? "The week after" : "This week"}
        </PageLink>
      )}
    </>
  );
}

function Subtitle({ week, isEarlier }: { week: Shown | undefined; isEarlier: boolean }) {
  const { scope, isFixed } = useHere();
  const answersFrom = useAnswersFrom(week?.previous ?? null);
  if (!week) return <>&nbsp;</>;
  const { previous, population } = week;
  const days = `${showDays(week.date_from, week.date_to)}, `;
  return (
    <>
      {!isFixed && days}
      {!isEarlier && "seven full days without today, "}
      {isFixed ? "Compared" : "compared"} with {showDays(previous.date_from, previous.date_to)}
      {answersFrom}. From{" "}
      <Behind count={population.answers} of={spanOf(week)}>
        {whole(population.answers)} {population.answers === 1 ? "answer" : "answers"}
      </Behind>
      {withFilters(scope)}.
    </>
  );
}

/** Which answers are left out or raise its numbers. */
function Notes({ week }: { week: Shown }) {
  const rivals = useShowsCompetitors() || undefined;
  return (
    <div>
      <AnswersNotes scoped="one week" rivals={rivals} days={spanOf(week)} />
    </div>
  );
}

/** `isNow`: it is this week, to a member, so that what to do next is what it is everywhere. */
function Parts({ week, isNow }: { week: Shown; isNow: boolean }) {
  const { scope, isGuest, showsActions = !isGuest } = useHere();
  const own = week.own?.brand;
  const showsCompetitors = useShowsCompetitors();
  const weighed = sayWeighed(week.changes);
  const note = noteOf(week);
  return (
    <Stack gap="md">
      <Text size="lg" fw={600} className="in-words message">
        {week.summary}
      </Text>
      {!showsCompetitors && (week.own?.brand_count ?? 0) > 1 && (
        <Dim>
          The rank is among all tracked brands. This link does not show how visible the others are.
        </Dim>
      )}
      {week.own && <Visibility week={week} own={week.own} />}
      <div>
        {showsCompetitors && own && (
          <WeakLine
            brand_id={own.id}
            scope={{ ...scope, from: week.date_from, to: week.date_to }}
            days={spanOf(week)}
          />
        )}
        <Notes week={week} />
      </div>
      {showsCompetitors && <Competitors week={week} />}
      <Panel title="What changed by more than chance">
        {week.is_quiet && <Text size="sm">Nothing changed that is more than chance.</Text>}
        {note && <Dim mb="xs">{note}</Dim>}
        <Changes week={week} />
        {week.changes.length + week.parts.length + week.sources.length > 0 && (
          <Fine mt="xs">Of the changes in each list, at most 5&nbsp;% are chance. {weighed}</Fine>
        )}
      </Panel>
      {week.sources.length > 0 && <Sources week={week} />}
      {isNow ? <BestActions /> : showsActions && <Actions week={week} />}
      {!isGuest && <Runs week={week} />}
    </Stack>
  );
}

/** What so few answers cannot show, unless the change above is just as large and says that it may be chance. */
function noteOf({ note, own }: Shown): string | null {
  if (own?.change.significant !== false) return note;
  const { value, low, high } = own.change;
  if (value === null || low === null || high === null) return note;
  const size = Math.abs(value);
  return points(Math.max(size, (high - low) / 2)) === points(size) ? null : note;
}

/** What there was to do next by the answers up to the end of a week that is shared, or an earlier one. */
function Actions({ week }: { week: Shown }) {
  const { isGuest } = useHere();
  const own = week.own?.brand.name ?? "";
  const days = { from: week.actions_since, to: week.date_to };
  return (
    <Panel
      title={`What to do next, from the answers of ${showDays(week.actions_since, week.date_to)}`}
      action={
        <PageLink to="/actions" search={days}>
          All actions
        </PageLink>
      }
    >
      <Dim mb="xs">
        {week.actions.length > 0 &&
          `An answer to win is one of these that could have named ${own}. ${TWO_NUMBERS} `}
        {!isGuest && (
          <>
            What to do now is on{" "}
            <PageLink isInText to="/week" search={{ week: undefined }}>
              This week
            </PageLink>
            .
          </>
        )}
      </Dim>
      {week.actions.length === 0 ? (
        <Dim>
          Nothing to do: nothing new since {showDay(week.actions_since)} is more than chance.
        </Dim>
      ) : (
        <ol className="bare-list">
          {week.actions.map(({ action_key, text }) => (
            <Line
              key={action_key}
              text={
                <PageLink isQuiet to="/actions" search={{ ...days, action: action_key }}>
                  {text}
                </PageLink>
              }
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}
