import { usePermissions } from "../../api/session.ts";
import type { contract, Message } from "../../api/rest.ts";
import { documents as texts } from "../../strings/documents.ts";
import { Notice } from "../../ui/notice.tsx";
import styles from "./documents-tab.module.css";
import { DocumentList } from "./list/document-list.tsx";
import { Operations } from "./operations/operations.tsx";
import { useCollectionProgress } from "./progress/use-collection-progress.ts";
import { UploadPanel } from "./uploads/upload-panel.tsx";
import { UploadZone } from "./uploads/upload-zone.tsx";

export interface DocumentsTabProps {
  readonly collection: Message<contract.Collection>;
}

/** Tab for the documents of a collection: adds documents, shows their progress, and handles failures. */
export function DocumentsTab({ collection: { name } }: DocumentsTabProps) {
  const { canWrite } = usePermissions();
  useCollectionProgress(name);
  return (
    <div className={styles.tab}>
      {canWrite ? <UploadZone collection={name} /> : <Notice>{texts.zone.readOnly}</Notice>}
      <UploadPanel collection={name} />
      <Operations collection={name} />
      {/* Another collection begins with nothing selected. */}
      <DocumentList key={name} collection={name} />
    </div>
  );
}
