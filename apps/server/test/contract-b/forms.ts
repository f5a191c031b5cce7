/** File of a batch upload. */
export interface FormFile {
  readonly filename: string;
  readonly bytes: string | Uint8Array<ArrayBuffer>;
}

export const batchForm = (files: readonly FormFile[], metadata?: unknown): FormData => {
  const form = new FormData();
  for (const { filename, bytes } of files) form.append("files", new Blob([bytes]), filename);
  if (metadata !== undefined)
    form.append("metadata", typeof metadata === "string" ? metadata : JSON.stringify(metadata));
  return form;
};

export const uploadForm = ({ filename, bytes }: FormFile, metadata?: unknown): FormData => {
  const form = new FormData();
  form.append("file", new Blob([bytes]), filename);
  if (metadata !== undefined) form.append("metadata", JSON.stringify(metadata));
  return form;
};
