/** Address of a document. */
export interface DocumentAddress {
  readonly collectionName: string;
  readonly documentId: string;
}
