import { useInfiniteQuery } from "@tanstack/react-query";
import { BookOpen, Download } from "lucide-react";
import { documents as texts } from "../../../strings/documents.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { ListMore } from "../../../ui/list-more.tsx";
import { contentUrl } from "../document-file.ts";
import { pageAddress } from "../pages/page-address.ts";
import { rowsQuery, type TableMessage } from "./contents-data.ts";

export interface TableCardProps {
  readonly collection: string;
  readonly documentId: string;
  readonly table: TableMessage;
}

/** Maximum number of rows. More make the page slow; the whole table is in its file. */
const MAX_ROWS = 1_000;

/** Table with its caption, its position and its rows. */
export function TableCard({ collection, documentId, table }: TableCardProps) {
  const { data, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    rowsQuery(collection, documentId, table),
  );
  const rows = [table, ...(data?.pages ?? [])].flatMap((part) => part.rows.map(({ cells }) => cells));
  const label = texts.contents.table(table.table);
  const canGoOn = rows.length < table.row_count && rows.length < MAX_ROWS;
  const more = () => void (data === undefined ? refetch() : fetchNextPage());
  return (
    <Card
      title={table.caption ?? label}
      description={whereOf(table)}
      isFlush
      actions={
        <>
          {table.page_from !== null && (
            <LinkButton href={pageAddress(collection, documentId, table.page_from)} icon={<BookOpen aria-hidden />}>
              {texts.contents.onPage(table.page_from)}
            </LinkButton>
          )}
          <LinkButton
            href={contentUrl(collection, documentId, `tables/${table.table}/csv`)}
            isDownload
            icon={<Download aria-hidden />}
            label={texts.contents.csvOf(table.table)}
          >
            {texts.contents.csv}
          </LinkButton>
        </>
      }
    >
      <DataTable label={label} header={table.header.map(({ cells }) => cells)} rows={rows} />
      {error !== null && <ErrorState error={error} retry={more} />}
      {rows.length < table.row_count && (
        <ListMore
          shown={texts.contents.rowsShown(rows.length, table.row_count)}
          label={texts.contents.moreRows}
          onMore={canGoOn && !isFetching ? more : undefined}
          {...(!canGoOn && { most: texts.contents.inFile })}
        />
      )}
    </Card>
  );
}

const whereOf = ({ table, caption, section, row_count }: TableMessage): string =>
  [caption !== null && texts.contents.table(table), section.join(" › "), texts.contents.rows(row_count)]
    .filter(Boolean)
    .join(" · ");
