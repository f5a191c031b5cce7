import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "../../../api/api-error.ts";
import { call } from "../../../api/rest.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { notifyDone } from "../../../ui/toast.tsx";
import { documentQuery, type DocumentMessage } from "../documents-data.ts";
import { type DocumentForm, hasSameFields, patchOf } from "./document-form.ts";

/** Precondition failed: the document has changed since it was read. */
const PRECONDITION_FAILED = 412;

/** Maximum number of fresh reads if only the processing has advanced meanwhile, and no edited field has changed. */
const MAX_TRIES = 5;

export interface Saved {
  /** Document as changed by others meanwhile, if it was not saved. Undefined if it was saved. */
  readonly conflict: DocumentMessage | undefined;
}

/** Saves a document's metadata, unless others have changed it since it was read. */
export const useSaveDocument = (collection: string, onSaved: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ read, form }: { readonly read: DocumentMessage; readonly form: DocumentForm }) =>
      save(client, collection, read, form),
    onSuccess: ({ conflict }) => {
      if (conflict !== undefined) return;
      notifyDone(documentForms.edit.saved);
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["documents", collection] }),
  });
};

const save = async (
  client: QueryClient,
  collection: string,
  read: DocumentMessage,
  form: DocumentForm,
): Promise<Saved> => {
  const document = { collection_name: collection, document_id: read.id };
  let now = read;
  for (let tries = 1; ; tries += 1) {
    const patch = { ...patchOf(read, form), ...document, if_updated_at: now.updated_at };
    try {
      await call("PATCH /v1/collections/{collection_name}/documents/{document_id}", patch);
      return { conflict: undefined };
    } catch (error) {
      if (failureOf(error).status !== PRECONDITION_FAILED || tries === MAX_TRIES) throw error;
    }
    now = await client.fetchQuery({ ...documentQuery(collection, read.id), staleTime: 0 });
    if (!hasSameFields(read, now)) return { conflict: now };
  }
};
