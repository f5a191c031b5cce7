import { Pencil, Plus, Trash2, Waypoints } from "lucide-react";
import { useState } from "react";
import type { contract, Message } from "../../api/rest.ts";
import { usePermissions } from "../../api/session.ts";
import { FilterEditor } from "../../filters/filter-editor.tsx";
import type { Filter } from "../../filters/filter-rows.ts";
import { vectors as texts } from "../../strings/vectors.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { ListMore } from "../../ui/list-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { useTyped } from "../documents/list/use-typed.ts";
import { type StoredVector, useDeleteVector, useVectorCount, useVectors, type VectorView } from "./use-vectors.ts";
import { VectorDialog } from "./vector-dialog.tsx";
import styles from "./vectors-tab.module.css";

export interface VectorsTabProps {
  readonly collection: Message<contract.Collection>;
}

const EVERYTHING: VectorView = { id: "", filters: {} };

/** Entries that programs write directly, without ingestion. Entries that the key may change are editable. */
export function VectorsTab({ collection }: VectorsTabProps) {
  const { canWrite } = usePermissions();
  const [view, setView] = useState(EVERYTHING);
  const [edited, setEdited] = useState<{ readonly entry: StoredVector | undefined }>();
  const count = useVectorCount(collection.name);
  return (
    <Card
      title={texts.title}
      description={count.data === undefined ? texts.description : `${texts.count(count.data)}. ${texts.description}`}
      actions={
        canWrite && (
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setEdited({ entry: undefined })}>
            {texts.add}
          </Button>
        )
      }
    >
      <div className={styles.tab}>
        <VectorTools view={view} onChange={(part) => setView({ ...view, ...part })} />
        <VectorList
          collection={collection.name}
          view={view}
          onEdit={canWrite ? (entry) => setEdited({ entry }) : undefined}
        />
      </div>
      {edited !== undefined && (
        <VectorDialog collection={collection} entry={edited.entry} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

interface VectorToolsProps {
  readonly view: VectorView;
  readonly onChange: (part: Partial<VectorView>) => void;
}

function VectorTools({ view, onChange }: VectorToolsProps) {
  const [id, typeId] = useTyped(view.id, (next) => onChange({ id: next }));
  return (
    <>
      <TextField
        label={texts.find}
        isLabelHidden
        type="search"
        placeholder={texts.find}
        value={id}
        onChange={typeId}
        autoComplete="off"
      />
      <details>
        <summary>{texts.filters}</summary>
        <FilterEditor filters={view.filters} onChange={(filters: Filter) => onChange({ filters })} />
      </details>
    </>
  );
}

interface VectorListProps {
  readonly collection: string;
  readonly view: VectorView;
  /** Undefined for a read-only key. */
  readonly onEdit: ((entry: StoredVector) => void) | undefined;
}

function VectorList({ collection, view, onEdit }: VectorListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useVectors(collection, view);
  const [deleting, setDeleting] = useState<string>();
  const remove = useDeleteVector(collection);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="16rem" />;
  const rows = data.pages.flatMap(({ vectors }) => vectors);
  const isNarrowed = view.id !== "" || Object.keys(view.filters).length > 0;
  if (rows.length === 0 && !hasNextPage) {
    return (
      <EmptyState icon={<Waypoints />} title={isNarrowed ? texts.nothing : texts.empty}>
        {isNarrowed ? texts.nothingHint : texts.emptyText}
      </EmptyState>
    );
  }
  const onConfirm = () =>
    remove.mutate(deleting!, {
      onSuccess: () => notifyDone(texts.deleted),
      onError: (failure) => notifyFailed(texts.notDeleted, failure),
      onSettled: () => setDeleting(undefined),
    });
  return (
    <>
      <Table
        label={texts.title}
        columns={[...COLUMNS, ...(onEdit === undefined ? [] : [actionsColumn(onEdit, setDeleting)])]}
        rows={rows}
        keyOf={({ id }) => id}
      />
      {hasNextPage && (
        <ListMore shown={texts.shown(rows.length)} label={texts.more} onMore={() => void fetchNextPage()} />
      )}
      <ConfirmDialog
        title={texts.deleteTitle}
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        confirmLabel={texts.deleteLabel}
        onConfirm={onConfirm}
        isPending={remove.isPending}
      >
        <p>{texts.deleteText(deleting ?? "")}</p>
      </ConfirmDialog>
    </>
  );
}

const COLUMNS: readonly Column<StoredVector>[] = [
  { key: "id", label: texts.columns.id, render: ({ id }) => <code className={styles.id}>{id}</code> },
  { key: "text", label: texts.columns.text, render: ({ text }) => <span className={styles.clamped}>{text}</span> },
  {
    key: "vector",
    label: texts.columns.vector,
    render: ({ has_embedding: hasVector }) => (hasVector ? texts.hasVector : texts.noVector),
    isSecondary: true,
  },
  {
    key: "metadata",
    label: texts.columns.metadata,
    render: ({ metadata }) => <code className={styles.clamped}>{JSON.stringify(metadata ?? {})}</code>,
    isSecondary: true,
  },
];

const actionsColumn = (
  onEdit: (entry: StoredVector) => void,
  onDelete: (id: string) => void,
): Column<StoredVector> => ({
  key: "actions",
  label: texts.columns.actions,
  render: (entry) => (
    <span className={styles.actions}>
      <IconButton label={texts.edit(entry.id)} onPress={() => onEdit(entry)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={texts.remove(entry.id)} onPress={() => onDelete(entry.id)}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  ),
});
