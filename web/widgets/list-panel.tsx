import { Button } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Dim } from "../words/text.ts";
import { type Column, CsvButton, DataTable } from "./data-table.tsx";
import { Answered, Panel } from "./panel.tsx";

type Asked<Row> = ComponentProps<typeof Answered<{ data: Row[] }>>["asked"];

/** A panel with a table of things, its CSV and, for those who may, the button that makes one; `children` are its dialogs. */
export function ListPanel<Row>({
  title,
  file,
  about,
  make,
  asked,
  columns,
  keyOf,
  empty,
  children,
}: {
  title: string;
  /** What the CSV is called, without its ending. */
  file: string;
  about?: ReactNode;
  make?: { label: string; can: boolean; start(): void };
  asked: Asked<Row>;
  columns: Column<Row>[];
  keyOf(row: Row): string;
  empty?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Panel
      title={title}
      action={
        <>
          <CsvButton name={file} rows={asked.data?.data ?? []} columns={columns} />
          {make?.can && (
            <Button size="xs" onClick={make.start}>
              {make.label}
            </Button>
          )}
        </>
      }
    >
      {about && (
        <Dim mb="sm" component="div">
          {about}
        </Dim>
      )}
      <Answered asked={asked}>
        {({ data }) => (
          <DataTable name={title} rows={data} columns={columns} keyOf={keyOf} empty={empty} />
        )}
      </Answered>
      {children}
    </Panel>
  );
}
