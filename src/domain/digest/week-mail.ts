import { plainName } from "#domain/accounts/mail.ts";
import type { Letter } from "#domain/mailings/letter.ts";
import { sayDay, sayDays } from "#domain/words/say.ts";
import type { Week } from "./week.ts";

const NAME_MAX = 60;
const QUIET = "Nothing changed that is more than chance.";

/** `left_out`: how many prompts name the own brand, which a week does not count. */
type About = { project_name: string; url: string; unsubscribe: string; left_out: number };

/** A week as a letter: in its own words, with what the page shows. */
export function weekLetter(
  week: Week,
  { project_name, url, unsubscribe, left_out }: About,
): { subject: string; letter: Letter } {
  const project = plainName(project_name, NAME_MAX);
  const { date_from, date_to, previous, summary, is_quiet, note } = week;
  const texts = (list: readonly { text: string }[]) => list.map(({ text }) => text);
  const { done, planned, troubled } = week.runs;
  const letter = {
    opening: [
      `${project}, ${sayDays(date_from, date_to)}, compared with ${sayDays(previous.date_from, previous.date_to)}.`,
      summary,
      ...sayLeftOut(left_out),
      ...(week.is_simulated
        ? ["Simulated assistants are among those asked: their answers are invented."]
        : []),
      ...(is_quiet && week.population.answers > 0 ? [QUIET] : []),
      ...(note ? [note] : []),
    ],
    sections: [
      {
        title: "What changed by more than chance",
        lines: [
          ...texts(week.changes),
          ...sayMore(week.change_count - week.changes.length, " changes of brands"),
          ...texts(week.parts),
          ...sayMore(
            week.part_count - week.parts.length,
            " changes of assistants, topics, countries and prompts",
          ),
        ],
      },
      {
        title: "Sources",
        lines: [...texts(week.sources), ...sayMore(week.source_count - week.sources.length)],
      },
      {
        title: `What to do next, from the answers of ${sayDays(week.actions_since, date_to)}`,
        lines: [...texts(week.actions), ...sayPrize(week)],
      },
      {
        title: "Assistants that need a look",
        lines: week.health.map(({ name, label, todo }) => `${name}: ${label}. ${todo}`),
      },
      {
        title: "How asking went",
        lines:
          troubled.length > 0
            ? [
                `${done} of ${planned} questions came back.`,
                ...troubled.map(({ day, text }) => `${sayDay(day)}: ${text}`),
              ]
            : [],
      },
    ],
    link: { label: "Open the week, and the answers behind it", url },
    why: `You asked for the week of ${project} on Mondays.`,
    unsubscribe,
  };
  return { subject: `This week: ${project}`, letter };
}

/** How many of a list are not told. */
const sayMore = (count: number, of = "") => (count > 0 ? [`And ${count} more${of}.`] : []);

const sayLeftOut = (count: number) =>
  count === 0
    ? []
    : [
        count === 1
          ? "1 prompt that names your brand is left out."
          : `${count} prompts that name your brand are left out.`,
      ];

/** What the numbers of actions are of: not of the week. */
const sayPrize = ({ own, actions }: Week) =>
  own && actions.length > 0
    ? [`An answer to win is one of these that could have named ${own.brand.name}.`]
    : [];
