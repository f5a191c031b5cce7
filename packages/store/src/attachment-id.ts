/**
 * Builds the external id of a document made from a file within another document. It is unique in its collection, and
 * the same whenever the parent is read again. `index` counts from 1.
 */
export const attachmentId = (parentId: string, index: number): string => `attachment:${parentId}:${index}`;

/**
 * Maximum number of files within a document that become documents, by nesting depth: those of a mail, and those of a
 * mail within it. Deeper ones are ignored. All are replaced and removed in one step with the uploaded file, so there
 * are never more than 1,100.
 */
export const MOST_ATTACHMENTS: readonly number[] = [100, 10];

const ATTACHMENT_ID = /^attachment:([0-9a-f-]{36}):([1-9]\d{0,5})$/;

/** Returns the id of the document that contained this one as a file, or undefined if it was uploaded by itself. */
export const parentIdOf = (externalId: string | null): string | undefined =>
  externalId === null ? undefined : ATTACHMENT_ID.exec(externalId)?.[1];

/** Rewrites the id for a parent whose id differs, as after an import. Returns any other id unchanged. */
export const attachmentIdUnder = (externalId: string, toNewId: (id: string) => string): string =>
  externalId.replace(ATTACHMENT_ID, (_, parent: string, index: string) => attachmentId(toNewId(parent), Number(index)));
