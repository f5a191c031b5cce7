/** A moment on the clock of this process, in milliseconds (`performance.now()`). */
export type Moment = number;

/** A resource that can be deleted. Between the two times either state is possible. */
interface Deletable {
  deletingSince?: Moment;
  /** Time at which the deletion was answered with 200. */
  deletedAt?: Moment;
}

export interface LoadCollection extends Deletable {
  readonly name: string;
  readonly kind: "steady" | "passing";
  readonly dimension: number;
}

export interface LoadDocument extends Deletable {
  readonly id: string;
  readonly filename: string;
  readonly collection: LoadCollection;
  /** Value of `metadata.team`, for filters. */
  readonly team: string;
  /** Token that occurs in this file only; undefined for files with several copies. */
  readonly token: string | undefined;
  readonly bytes: number;
  /** Whether the file can't be parsed, so that the document must fail. */
  readonly isBroken: boolean;
  reprocessed: number;
  /** Whether a client observed it ready: from then on its chunks are searchable, also while it is reprocessed. */
  wasReady: boolean;
}

export interface LoadVector extends Deletable {
  readonly id: string;
  readonly collection: LoadCollection;
}

/** State as acknowledged to the clients, as opposed to the service's own state. */
export class Ledger {
  readonly collections: LoadCollection[] = [];
  readonly documents = new Map<string, LoadDocument>();
  readonly vectors = new Map<string, LoadVector>();
  /** Documents that are not deleted. `documents` also contains the deleted ones, for the checks. */
  readonly #live = new Set<LoadDocument>();

  addDocument(document: LoadDocument): void {
    this.documents.set(document.id, document);
    this.#live.add(document);
  }

  /** Documents that no client is deleting, oldest first. */
  get liveDocuments(): readonly LoadDocument[] {
    for (const document of this.#live) if (isGoing(document)) this.#live.delete(document);
    return [...this.#live];
  }

  live(kind?: LoadCollection["kind"]): readonly LoadCollection[] {
    return this.collections.filter((one) => one.deletingSince === undefined && (kind ?? one.kind) === one.kind);
  }

  get liveVectors(): readonly LoadVector[] {
    return [...this.vectors.values()].filter((vector) => !isGoing(vector));
  }
}

/** Whether the item or its collection is deleted or being deleted. */
export const isGoing = ({ deletingSince, collection }: LoadDocument | LoadVector): boolean =>
  deletingSince !== undefined || collection.deletingSince !== undefined;

/** Whether the deletion of the item had been answered before a moment. */
export const wasGone = (item: LoadDocument | LoadVector, moment: Moment = Infinity): boolean =>
  (item.deletedAt ?? Infinity) < moment || (item.collection.deletedAt ?? Infinity) < moment;
