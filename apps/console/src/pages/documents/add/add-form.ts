import type { Body, contract } from "../../../api/rest.ts";
import { objectOf } from "../../../ui/json-object.ts";

export type NewDocument = Body<contract.CreateDocumentRequest>;

export type OnConflict = NonNullable<NewDocument["on_conflict"]>;

/** Form values of a new document that is not a file. */
export interface AddForm {
  readonly kind: "text" | "page";
  readonly text: string;
  readonly url: string;
  /** Empty for the service's default. */
  readonly filename: string;
  /** JSON; empty for an empty object. */
  readonly metadata: string;
  /** External id chosen by the caller. Empty for none. */
  readonly externalId: string;
  readonly onConflict: OnConflict;
}

export const EMPTY_FORM: AddForm = {
  kind: "text",
  text: "",
  url: "",
  filename: "",
  metadata: "",
  externalId: "",
  onConflict: "replace",
};

export const isComplete = ({ kind, text, url, metadata }: AddForm): boolean =>
  (kind === "text" ? text : url).trim() !== "" && objectOf(metadata) !== undefined;

export const requestOf = (form: AddForm): NewDocument => ({
  ...(form.kind === "text" ? { text: form.text } : { url: form.url.trim() }),
  ...(form.filename !== "" && { filename: form.filename }),
  ...(form.metadata.trim() !== "" && { metadata: objectOf(form.metadata)! }),
  ...(form.externalId !== "" && { external_id: form.externalId, on_conflict: form.onConflict }),
});
