import { FileStack } from "lucide-react";
import { useState } from "react";
import { usePermissions } from "../../../api/session.ts";
import { documents as texts } from "../../../strings/documents.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { tellFailed } from "../../../ui/toast.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { type DocumentFilter, useDocumentCounts } from "../documents-data.ts";
import { allIds } from "./bulk.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import styles from "./document-list.module.css";
import { useDocumentPages } from "./document-pages.ts";
import { DocumentRow } from "./document-row.tsx";
import { useSelection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { useBulk } from "./use-bulk.ts";
import { useHasUploads } from "../uploads/use-uploads.ts";
import { useRereadOnChange } from "./use-reread-on-change.ts";

const ROW_HEIGHT = 64;

/** For failures that a message has told already. */
const ignoreTold = () => undefined;

/** All documents of a collection, newest first, with what can be done to several of them. */
export function DocumentList({ collection }: { readonly collection: string }) {
  const { canWrite } = usePermissions();
  const [filter, setFilter] = useState<DocumentFilter>("all");
  const [isDeleting, setDeleting] = useState(false);
  const counts = useDocumentCounts(collection);
  const hasUploads = useHasUploads(collection);
  const selection = useSelection();
  const bulk = useBulk(collection);
  const pages = useDocumentPages(collection, filter);
  useRereadOnChange(collection, filter, counts.data?.[filter]);

  if (counts.isError && counts.data === undefined) {
    return <ErrorState error={counts.error} retry={() => void counts.refetch()} />;
  }
  if (counts.data !== undefined && counts.data.all === 0) {
    return hasUploads ? null : <NoDocuments canWrite={canWrite} />;
  }

  const total = counts.data?.[filter];
  const selectAll = async () => selection.replace(await allIds(collection, filter));
  const reprocess = async (ids: readonly string[]) => {
    await bulk.reprocess(ids);
    selection.clear();
  };
  const remove = async () => {
    setDeleting(false);
    await bulk.remove([...selection.ids]);
    selection.clear();
  };
  const change = (next: DocumentFilter) => {
    setFilter(next);
    selection.clear();
  };
  return (
    <section className={styles.list} aria-label={texts.list}>
      <div className={styles.toolbar}>
        <StatusFilter filter={filter} onChange={change} counts={counts.data} />
        {canWrite && total !== undefined && total > 0 && (
          <div className={styles.actions}>
            {selection.ids.size > 0 || bulk.progress !== undefined ? (
              <SelectionBar
                count={selection.ids.size}
                progress={bulk.progress}
                onReprocess={() => void reprocess([...selection.ids]).catch(ignoreTold)}
                onDelete={() => setDeleting(true)}
                onClear={selection.clear}
              />
            ) : (
              <>
                {filter === "failed" && (
                  <Button
                    size="small"
                    onPress={() =>
                      void allIds(collection, "failed")
                        .then(reprocess)
                        .catch((error: unknown) => tellFailed(texts.notReprocessed(total), error))
                    }
                  >
                    {texts.retryAllFailed}
                  </Button>
                )}
                <Button size="small" variant="quiet" onPress={() => void selectAll().catch(ignoreTold)}>
                  {texts.selectAll(total)}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      {total === undefined && <Skeleton height="20rem" />}
      {total === 0 && (
        <EmptyState icon={<FileStack />} title={texts.noneOfTitle}>
          {filter !== "all" && texts.noneOf[filter]}
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <VirtualList
          label={texts.list}
          count={total}
          rowHeight={ROW_HEIGHT}
          renderRow={(index) => (
            <DocumentRow
              collection={collection}
              pages={pages}
              place={total - 1 - index}
              selection={canWrite ? selection : undefined}
              onReprocess={(ids) => void reprocess(ids).catch(ignoreTold)}
            />
          )}
        />
      )}
      <DeleteDialog
        count={selection.ids.size}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => void remove().catch(ignoreTold)}
      />
    </section>
  );
}

function NoDocuments({ canWrite }: { readonly canWrite: boolean }) {
  return (
    <EmptyState icon={<FileStack />} title={texts.empty.title}>
      {canWrite ? texts.empty.text : texts.empty.readOnly}
    </EmptyState>
  );
}
