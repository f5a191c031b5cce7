/** Which document is meant. */
export interface DocumentPlace {
  readonly collectionName: string;
  readonly documentId: string;
}
