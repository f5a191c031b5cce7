import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "../../../api/api-error.ts";
import { call } from "../../../api/rest.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { notifyDone } from "../../../ui/toast.tsx";
import { documentQuery, type DocumentMessage } from "../documents-data.ts";
import { type DocumentForm, isSaidAlike, patchOf } from "./document-form.ts";

/** The document is another by now than the one that was read. */
const OUTRUN = 412;

/** Largest number of fresh reads when processing has advanced meanwhile: then no edited field has changed. */
const MOST_TRIES = 5;

export interface Saved {
  /** The document as others have changed it meanwhile, in place of having saved; undefined when it is saved. */
  readonly outrun: DocumentMessage | undefined;
}

/** Saves a document's metadata, unless others have changed it since it was read. */
export const useSaveDocument = (collection: string, onSaved: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ read, form }: { readonly read: DocumentMessage; readonly form: DocumentForm }) =>
      save(client, collection, read, form),
    onSuccess: ({ outrun }) => {
      if (outrun !== undefined) return;
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
      return { outrun: undefined };
    } catch (error) {
      if (failureOf(error).status !== OUTRUN || tries === MOST_TRIES) throw error;
    }
    now = await client.fetchQuery({ ...documentQuery(collection, read.id), staleTime: 0 });
    if (!isSaidAlike(read, now)) return { outrun: now };
  }
};
