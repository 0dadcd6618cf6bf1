import { Box, Group, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useHere } from "../here.tsx";
import { periodOf, showDays } from "../scope.ts";
import { MadeOn } from "../widgets/made-on.tsx";
import { OnPaper } from "../widgets/on-paper.tsx";
import { PrintButton } from "../widgets/print-button.tsx";
import { Failed } from "../widgets/states.tsx";
import { useMarks } from "../words/simulated.tsx";
import { Dim } from "../words/text.ts";
import { BrandedNote } from "./branded-note.tsx";
import { FilterBand } from "./filter-band.tsx";
import { KeptNote } from "./kept-note.tsx";
import { NewAnswers } from "./new-answers.tsx";
import { RangeControl } from "./range-control.tsx";
import { ReadingAgain } from "./reading-again.tsx";
import { RivalsNote } from "./rivals-note.tsx";
import { FilterControl, type OwnFilter } from "./scope-controls.tsx";

/** A heading of more letters is a sentence. */
const LONG = 30;

/** In place of a page that could not be loaded: what it would be, and why it is not there. */
export function FailedPage({
  title,
  list,
  asked,
}: {
  title: string;
  /** The way to the others, where it is gone. */
  list: ReactNode;
  asked: { error: Error | null; refetch(): unknown };
}) {
  return (
    <>
      <PageTitle title={title} />
      {asked.error && <Failed error={asked.error} retry={() => void asked.refetch()} list={list} />}
    </>
  );
}

type Noted = {
  /**
   * "one prompt", "each prompt": they are those of prompts one by one, whatever these name; "one week": of days that the
   * page itself says; "two periods": of both, each with a button of its own; "compared": they are always of both.
   */
  scoped?:
    | boolean
    | "one prompt"
    | "each prompt"
    | "one week"
    | "two periods"
    | "compared"
    | undefined;
  /** It shows shares of competitors: of these, or of all. */
  rivals?: true | readonly string[] | undefined;
  /** The days that it is of, where these are not the range. */
  days?: { from: string; to: string } | undefined;
};

/** Which answers are left out of a page's numbers, and which raise them. */
export function AnswersNotes({ scoped, rivals, days }: Noted) {
  const { scope } = useHere();
  const isEachAlone =
    scoped === "one prompt" || (scoped === "each prompt" && scope.branded === undefined);
  return (
    <>
      {scoped && !isEachAlone && <BrandedNote />}
      {rivals && <RivalsNote of={rivals === true ? undefined : rivals} days={days} />}
    </>
  );
}

/** A page's heading. With `scoped`, the range and filters that its numbers follow are next to it. */
export function PageTitle({
  title,
  onPaper,
  text,
  scoped,
  rivals,
  days,
  own,
  hasNotesBelow = false,
  children,
}: Noted & {
  title: string;
  /** What it is called on paper, which is read by people who are no users. */
  onPaper?: string;
  text?: ReactNode;
  /** Filters that only this page has. */
  own?: readonly OwnFilter[];
  /** What it says comes before what is left out: the page shows `AnswersNotes` below itself. */
  hasNotesBelow?: boolean;
  children?: ReactNode;
}) {
  const { project, scope, timezone, isGuest } = useHere();
  const period = periodOf(scope, timezone);
  const { from = period.date_from, to = period.date_to } = days ?? {};
  const marks = useMarks();
  useDocumentTitle(`${title} · ${project.name} · Earshot`);
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm" className="heading">
        <Box className={title.length > LONG ? "title long" : "title"}>
          <Title order={1} size="h2">
            {onPaper ? <OnPaper screen={title} paper={onPaper} /> : title}
          </Title>
          <Text className="print-only" size="sm" fw={600}>
            {project.name}
            {marks.map((mark) => ` · ${mark}`)}
            {scoped && scoped !== "one week" && `, ${showDays(from, to)}`}
            {scoped && (
              <>
                {". "}
                <MadeOn />
              </>
            )}
          </Text>
          {text && <Dim component="div">{text}</Dim>}
          {scoped && <NewAnswers />}
        </Box>
        <Group gap="xs" className="no-print controls">
          {children}
          {scoped && <PrintButton />}
          {scoped && !isGuest && (
            <>
              <FilterControl own={own} />
              {scoped !== "one week" && (
                <RangeControl
                  isCompared={scoped === "compared"}
                  isApart={scoped === "compared" || scoped === "two periods"}
                  days={days}
                />
              )}
            </>
          )}
        </Group>
      </Group>
      {scoped && !isGuest && <FilterBand own={own} />}
      <div className="notes">
        {!hasNotesBelow && <AnswersNotes {...{ scoped, rivals, days }} />}
        {scoped && <KeptNote />}
        {scoped && <ReadingAgain />}
      </div>
    </>
  );
}
