import { Button, Group, Pagination } from "@mantine/core";
import { whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { OnPaper } from "./on-paper.tsx";
import { Empty } from "./states.tsx";

type PagingProps = { page: number; size: number; total: number; onPage(page: number): void };

/** The paging of a list that is a whole page: the next rows are read from its top. */
export function PagePaging({ onPage, ...props }: PagingProps) {
  const turn = (page: number) => {
    onPage(page);
    scrollTo({ top: 0 });
  };
  return <Paging {...props} onPage={turn} />;
}

/** In place of the rows of a page that a list does not go on to, or no more. */
export function NoSuchPage({ page, onPage }: Pick<PagingProps, "page" | "onPage">) {
  return (
    <Empty
      title="Nothing on this page"
      action={
        <Button size="xs" variant="default" onClick={() => onPage(1)}>
          First page
        </Button>
      }
    >
      This list does not go on to page {whole(page)}.
    </Empty>
  );
}

/** Which rows of how many are shown, and the way to the others. */
export function Paging({ page, size, total, onPage }: PagingProps) {
  const first = (page - 1) * size + 1;
  if (total <= size || first > total) return null;
  return (
    <Group justify="space-between" mt="md">
      <Dim>
        {first.toLocaleString("en")}–{Math.min(page * size, total).toLocaleString("en")} of{" "}
        {total.toLocaleString("en")}
        <OnPaper paper="The others are in Earshot, on further pages of this list." />
      </Dim>
      <Pagination
        size="sm"
        value={page}
        onChange={onPage}
        total={Math.ceil(total / size)}
        getControlProps={(control) => ({ "aria-label": `${control} page` })}
      />
    </Group>
  );
}
