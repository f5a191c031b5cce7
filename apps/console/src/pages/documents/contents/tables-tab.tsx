import { useInfiniteQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { documents as texts } from "../../../strings/documents.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { ListMore } from "../../../ui/list-more.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./contents.module.css";
import { tablesQuery } from "./contents-data.ts";
import { TableCard } from "./table-card.tsx";

export interface ContentsProps {
  readonly collection: string;
  readonly documentId: string;
}

/** Tables of a document, in document order. */
export function TablesTab({ collection, documentId }: ContentsProps) {
  const query = useInfiniteQuery(tablesQuery(collection, documentId));
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = query;
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  const tables = data.pages.flatMap((page) => page.tables);
  const total = data.pages.at(-1)!.total;
  if (total === 0) {
    return (
      <EmptyState icon={<Table2 />} title={texts.contents.noTables}>
        {texts.contents.noTablesText}
      </EmptyState>
    );
  }
  return (
    <div className={styles.list}>
      {tables.map((table) => (
        <TableCard key={table.table} collection={collection} documentId={documentId} table={table} />
      ))}
      {hasNextPage && (
        <ListMore
          shown={texts.contents.tablesShown(tables.length, total)}
          label={texts.contents.moreTables}
          onMore={isFetching ? undefined : () => void fetchNextPage()}
        />
      )}
    </div>
  );
}
