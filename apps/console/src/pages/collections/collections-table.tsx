import type { CollectionSummary } from "@quarry/http/console";
import { Link } from "react-aria-components";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { providerName } from "../../strings/provider-name.ts";
import { formatBytes, formatCount } from "../../ui/format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./collections.module.css";
import { DocumentCounts } from "./document-counts.tsx";

const texts = collectionsTexts;

const COLUMNS: readonly Column<CollectionSummary>[] = [
  {
    key: "name",
    label: texts.columns.name,
    render: ({ name, description }) => (
      <span className={styles.name}>
        <Link href={`/collections/${name}`}>{name}</Link>
        {description !== "" && <span className={styles.description}>{description}</span>}
      </span>
    ),
  },
  {
    key: "documents",
    label: texts.columns.documents,
    render: ({ documents }) => <DocumentCounts counts={documents} />,
  },
  {
    key: "chunks",
    label: texts.columns.chunks,
    isNumeric: true,
    isSecondary: true,
    render: ({ chunkCount }) => formatCount(chunkCount),
  },
  {
    key: "size",
    label: texts.columns.size,
    isNumeric: true,
    isSecondary: true,
    render: ({ sizeBytes }) => formatBytes(sizeBytes),
  },
  {
    key: "model",
    label: texts.columns.model,
    isSecondary: true,
    render: ({ embeddingModel, embeddingProvider }) => (
      <span className={styles.model} title={providerName(embeddingProvider)}>
        {embeddingModel}
      </span>
    ),
  },
  {
    key: "mode",
    label: texts.columns.mode,
    isSecondary: true,
    render: ({ defaultSearchMode }) => texts.modes[defaultSearchMode],
  },
  {
    key: "created",
    label: texts.columns.created,
    isSecondary: true,
    render: ({ createdAt }) => (
      <span className={styles.muted}>
        <Time value={createdAt} />
      </span>
    ),
  },
];

export function CollectionsTable({ collections }: { readonly collections: readonly CollectionSummary[] }) {
  return <Table label={texts.title} columns={COLUMNS} rows={collections} keyOf={({ name }) => name} />;
}
