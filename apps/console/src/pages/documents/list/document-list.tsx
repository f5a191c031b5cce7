import { FileStack } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { usePermissions } from "../../../api/session.ts";
import { documents as texts } from "../../../strings/documents.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { notifyFailed } from "../../../ui/toast.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { useDocumentCounts } from "../documents-data.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import type { Target } from "../bulk/target.ts";
import { type BulkOrder, useBulk } from "../bulk/use-bulk.ts";
import { allIds, type WorkKind } from "../bulk/work.ts";
import styles from "./document-list.module.css";
import { useDocumentPages } from "./document-pages.ts";
import { DocumentRow } from "./document-row.tsx";
import { ListTools } from "./list-tools.tsx";
import { EVERYTHING, isNarrowed, isUsualOrder, type ListView, parametersOf, viewOf } from "./list-view.ts";
import { canBeFilter, useSelection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { useHasUploads } from "../uploads/use-uploads.ts";
import { useRereadOnChange } from "./use-reread-on-change.ts";
import { useListTotal } from "./use-list-total.ts";

const ROW_HEIGHT = 64;

/** Bulk action that waits for confirmation. */
interface PendingAction {
  readonly kind: WorkKind;
  readonly target: Target;
}

/** Ignores failures that a message has already reported. */
const ignoreReported = () => undefined;

/** Documents of a collection, newest first unless the address specifies another order, with bulk actions. */
export function DocumentList({ collection }: { readonly collection: string }) {
  const { canWrite } = usePermissions();
  const [view, setView] = useListView();
  const [pending, setPending] = useState<PendingAction>();
  const counts = useDocumentCounts(collection);
  const hasUploads = useHasUploads(collection);
  const selection = useSelection();
  const bulk = useBulk(collection);
  const pages = useDocumentPages(collection, view);
  const { total, error, retry } = useListTotal(collection, view, counts.data);
  useRereadOnChange(collection, view, counts.data);

  if (counts.isError && counts.data === undefined) {
    return <ErrorState error={counts.error} retry={() => void counts.refetch()} />;
  }
  if (counts.data !== undefined && counts.data.all === 0) {
    return hasUploads ? null : <NoDocuments canWrite={canWrite} />;
  }

  const selectAll = async () => {
    if (canBeFilter(view)) selection.selectAll();
    else selection.replace(await allIds(collection, view));
  };
  const work = async (order: BulkOrder) => {
    setPending(undefined);
    await bulk.run(order);
    selection.clear();
  };
  const reprocessOne = (id: string) =>
    void work({ target: { by: "ids", ids: [id] }, work: { kind: "reprocess" }, count: 1 }).catch(ignoreReported);
  const change = (part: Partial<ListView>) => {
    setView(part);
    selection.clear();
  };
  const selected = selection.countOf(total ?? 0);
  return (
    <section className={styles.list} aria-label={texts.list}>
      <div className={styles.toolbar}>
        <StatusFilter
          status={view.status}
          onChange={(status) => change({ status })}
          counts={isNarrowed(view) ? undefined : counts.data}
        />
        {canWrite && total !== undefined && total > 0 && (
          <div className={styles.actions}>
            {selected > 0 || bulk.progress !== undefined ? (
              <SelectionBar
                count={selected}
                progress={bulk.progress}
                onWork={(kind) => setPending({ kind, target: selection.targetOf(view) })}
                onClear={selection.clear}
              />
            ) : (
              <>
                {view.status === "failed" && !isNarrowed(view) && (
                  <Button
                    size="small"
                    onPress={() =>
                      void allIds(collection, view)
                        .then((ids) => setPending({ kind: "reprocess", target: { by: "ids", ids } }))
                        .catch((error: unknown) => notifyFailed(texts.notReprocessed(total), error))
                    }
                  >
                    {texts.retryAllFailed}
                  </Button>
                )}
                <Button size="small" variant="quiet" onPress={() => void selectAll().catch(ignoreReported)}>
                  {texts.selectAll(total)}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      <ListTools collection={collection} view={view} onChange={change} matched={isNarrowed(view) ? total : undefined} />
      {error !== null && <ErrorState error={error} retry={retry} />}
      {error === null && total === undefined && <Skeleton height="20rem" />}
      {total === 0 && <NoneOf view={view} onAll={() => change({ ...EVERYTHING, sort: view.sort })} />}
      {total !== undefined && total > 0 && (
        <VirtualList
          label={texts.list}
          count={total}
          rowHeight={ROW_HEIGHT}
          renderRow={(index) => (
            <DocumentRow
              collection={collection}
              pages={pages}
              index={isUsualOrder(view) ? total - 1 - index : index}
              selection={canWrite ? selection : undefined}
              onReprocess={reprocessOne}
            />
          )}
        />
      )}
      {pending !== undefined && (
        <BulkDialog
          {...pending}
          collection={collection}
          onClose={() => setPending(undefined)}
          onConfirm={(order) => void work(order).catch(ignoreReported)}
        />
      )}
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

function NoneOf({ view, onAll }: { readonly view: ListView; readonly onAll: () => void }) {
  return isNarrowed(view) ? (
    <EmptyState
      icon={<FileStack />}
      title={texts.tools.nothing}
      action={<Button onPress={onAll}>{texts.tools.clear}</Button>}
    >
      {texts.tools.nothingHint}
    </EmptyState>
  ) : (
    <EmptyState icon={<FileStack />} title={texts.noneOfTitle}>
      {view.status !== "all" && texts.noneOf[view.status]}
    </EmptyState>
  );
}

/** State of the list, stored in the address: navigating back from a document restores it, and it can be shared. */
const useListView = (): readonly [view: ListView, change: (part: Partial<ListView>) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const address = parameters.toString();
  const view = useMemo(() => viewOf(new URLSearchParams(address)), [address]);
  const change = (part: Partial<ListView>) =>
    setParameters((now) => parametersOf({ ...viewOf(now), ...part }), { replace: true });
  return [view, change];
};
