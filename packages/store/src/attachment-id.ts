/**
 * The external id of a document that was made of a file within another one: unique in its collection, and the same whenever
 * that is read again. `place` counts from 1.
 */
export const attachmentId = (parentId: string, index: number): string => `attachment:${parentId}:${index}`;

/**
 * Most files within a document that become documents, by nesting depth: of a mail, and of a mail within it; deeper ones
 * are ignored. All of them are replaced and removed in one step with the uploaded file, so there are never more than
 * 1,100.
 */
export const MOST_ATTACHMENTS: readonly number[] = [100, 10];

const ATTACHMENT_ID = /^attachment:([0-9a-f-]{36}):([1-9]\d{0,5})$/;

/** The document that another one was a file in; undefined for what was uploaded by itself. */
export const parentIdOf = (externalId: string | null): string | undefined =>
  externalId === null ? undefined : ATTACHMENT_ID.exec(externalId)?.[1];

/** The same id for a parent under another id, as an import gives it; any other id as it is. */
export const attachmentIdUnder = (externalId: string, idHere: (id: string) => string): string =>
  externalId.replace(ATTACHMENT_ID, (_, parent: string, place: string) => attachmentId(idHere(parent), Number(place)));
