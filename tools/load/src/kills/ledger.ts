/** A passage as read by a client. */
export interface KnownChunk {
  readonly id: string;
  readonly text: string;
}

/**
 * State of a document as acknowledged to the client. `sent` and `deleting` without a response mean that the process
 * died in between: either outcome is possible then.
 */
export interface KillDocument {
  readonly filename: string;
  readonly collection: string;
  /** Unique tokens, one for each of its paragraphs. */
  readonly tokens: readonly string[];
  state: "sent" | "accepted" | "deleting" | "deleted";
  id?: string;
  /** Chunks of the document once a client has read them: from then on they are guaranteed. */
  chunks?: readonly KnownChunk[];
}

/** Content of a vector's entry at some time. */
export interface VectorVersion {
  readonly token: string;
  readonly text: string;
  readonly embedding: readonly number[];
}

/** An id used for direct vectors. */
export interface KillVector {
  readonly id: string;
  readonly number: number;
  readonly collection: string;
  /** Last acknowledged content; undefined for none. */
  promised: VectorVersion | undefined;
  /** Write in progress or without a response; null for a deletion. */
  attempted: VectorVersion | null | undefined;
}

/** Data acknowledged to the clients of a service that is killed repeatedly. */
export class KillLedger {
  readonly documents = new Map<string, KillDocument>();
  readonly vectors = new Map<string, KillVector>();
  /** Deleted tokens that no search may find any more, oldest first: each occurred in one deleted text only. */
  readonly gone: { readonly collection: string; readonly token: string }[] = [];

  /** Acknowledged documents that no client is deleting, oldest first. */
  livingDocuments(collection: string): readonly KillDocument[] {
    return [...this.documents.values()].filter((one) => one.collection === collection && one.state === "accepted");
  }

  vectorsOf(collection: string): readonly KillVector[] {
    return [...this.vectors.values()].filter((one) => one.collection === collection);
  }

  /** Vectors without a write in progress. */
  restingVectors(collection: string): readonly KillVector[] {
    return this.vectorsOf(collection).filter(({ attempted }) => attempted === undefined);
  }

  promisedVectors(collection: string): readonly (KillVector & { readonly promised: VectorVersion })[] {
    return this.vectorsOf(collection).filter(
      (vector): vector is KillVector & { readonly promised: VectorVersion } => vector.promised !== undefined,
    );
  }

  markDeleted(document: KillDocument): void {
    document.state = "deleted";
    for (const token of document.tokens) this.gone.push({ collection: document.collection, token });
  }

  /** Records that the attempt has succeeded, or is observed to have. */
  settleVector(vector: KillVector, version: VectorVersion | null): void {
    const before = vector.promised;
    if (before !== undefined && before.token !== version?.token)
      this.gone.push({ collection: vector.collection, token: before.token });
    vector.promised = version ?? undefined;
    vector.attempted = undefined;
  }
}
