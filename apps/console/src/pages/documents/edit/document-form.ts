import { failureOf } from "../../../api/api-error.ts";
import type { Body, contract } from "../../../api/rest.ts";
import { objectOf, textOfObject } from "../../../ui/json-object.ts";
import type { DocumentMessage } from "../documents-data.ts";
import { mergePatchOf } from "./merge-patch.ts";
import { momentOf, timeOf } from "./moment.ts";

/** Editable fields of a document. */
export interface DocumentForm {
  readonly filename: string;
  /** External id chosen by the caller. Empty for none. */
  readonly externalId: string;
  /** Time in the form of `momentOf`. */
  readonly expiresAt: string;
  /** JSON; empty for an empty object. */
  readonly metadata: string;
}

export type FormField = keyof DocumentForm;

export const formOf = (document: DocumentMessage): DocumentForm => ({
  filename: document.filename,
  externalId: document.external_id ?? "",
  expiresAt: momentOf(document.expires_at),
  metadata: textOfObject(document.metadata),
});

/** Returns a patch with only the fields that the form changes, to preserve concurrent changes by others. */
export const patchOf = (document: DocumentMessage, form: DocumentForm): Body<contract.PatchDocumentRequest> => {
  const before = formOf(document);
  const metadata = mergePatchOf(document.metadata, objectOf(form.metadata) ?? document.metadata);
  return {
    ...(form.filename !== before.filename && { filename: form.filename }),
    ...(form.externalId !== before.externalId && { external_id: form.externalId === "" ? null : form.externalId }),
    ...(form.expiresAt !== before.expiresAt && {
      expires_at: form.expiresAt === "" ? null : timeOf(form.expiresAt),
    }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
};

/** Whether the editable fields are the same in both. */
export const hasSameFields = (one: DocumentMessage, other: DocumentMessage): boolean =>
  JSON.stringify(formOf(one)) === JSON.stringify(formOf(other));

const FIELDS: Readonly<Record<string, FormField>> = {
  filename: "filename",
  external_id: "externalId",
  expires_at: "expiresAt",
  metadata: "metadata",
};

/** Returns the field that the service refused and the reason, by the name at the start of its message. */
export const refusalOf = (error: unknown): { readonly field: FormField | undefined; readonly message: string } => {
  const { message } = failureOf(error);
  const end = message.indexOf(": ");
  // Errors deeper inside a field, such as `metadata.team`, belong to the field too.
  const field = end < 0 ? undefined : FIELDS[message.slice(0, end).split(/[.[]/)[0]!];
  return field === undefined ? { field, message } : { field, message: message.slice(end + 2) };
};
