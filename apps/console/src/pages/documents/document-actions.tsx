import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Download, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/rest.ts";
import { usePermissions } from "../../api/session.ts";
import { documentForms } from "../../strings/document-forms.ts";
import { documents as texts } from "../../strings/documents.ts";
import { common as commonTexts } from "../../strings/common.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { fileUrl } from "./document-file.ts";
import { documentKey, type DocumentMessage } from "./documents-data.ts";
import { EditDialog } from "./edit/edit-dialog.tsx";
import { pageAddress } from "./pages/page-address.ts";

export interface DocumentActionsProps {
  readonly collection: string;
  readonly document: DocumentMessage;
}

const pathOf = ({ collection, document }: DocumentActionsProps) => ({
  collection_name: collection,
  document_id: document.id,
});

const ONE = "/v1/collections/{collection_name}/documents/{document_id}";

/** Actions for a document. A read-only key can only download it. */
export function DocumentActions(place: DocumentActionsProps) {
  const { canWrite } = usePermissions();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const reprocess = useMutation({
    mutationFn: () => call(`POST ${ONE}/reprocess`, pathOf(place)),
    onSuccess: () => notifyDone(texts.document.reprocessed),
    onError: (error) => notifyFailed(texts.notReprocessed(1), error),
    onSettled: () => client.invalidateQueries({ queryKey: documentKey(place.collection, place.document.id) }),
  });
  const remove = useMutation({
    mutationFn: () => call(`DELETE ${ONE}`, pathOf(place)),
    onSuccess: () => {
      notifyDone(texts.document.gone);
      navigate(`/collections/${place.collection}`);
    },
    onError: (error) => notifyFailed(texts.notDeleted, error),
    onSettled: () => setDeleting(false),
  });
  return (
    <>
      {canWrite && (
        <>
          <Button variant="danger" icon={<Trash2 aria-hidden />} onPress={() => setDeleting(true)}>
            {commonTexts.delete}
          </Button>
          <Button icon={<Pencil aria-hidden />} onPress={() => setEditing(true)}>
            {documentForms.edit.open}
          </Button>
          <Button icon={<RotateCcw aria-hidden />} onPress={() => reprocess.mutate()} isDisabled={reprocess.isPending}>
            {texts.reprocess}
          </Button>
        </>
      )}
      {place.document.info?.page_count != null && (
        <LinkButton href={pageAddress(place.collection, place.document.id, 1)} icon={<BookOpen aria-hidden />}>
          {texts.pages.open}
        </LinkButton>
      )}
      <LinkButton
        href={fileUrl(place.collection, place.document.id)}
        variant="primary"
        isDownload
        icon={<Download aria-hidden />}
      >
        {texts.download}
      </LinkButton>
      {isEditing && (
        <EditDialog collection={place.collection} document={place.document} onClose={() => setEditing(false)} />
      )}
      <ConfirmDialog
        title={texts.deleteTitle}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        confirmLabel={texts.deleteLabel}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
      >
        <p>{texts.deleteText}</p>
      </ConfirmDialog>
    </>
  );
}
