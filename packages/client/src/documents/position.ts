/** Address of a document. */
export interface DocumentPlace {
  readonly collectionName: string;
  readonly documentId: string;
}
