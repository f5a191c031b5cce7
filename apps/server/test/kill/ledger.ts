/**
 * State of an upload as acknowledged to the client, which can differ from the server's. `sent` and `deleting` without a
 * response mean that the process died in between: then either outcome is possible.
 */
export type UploadState = "sent" | "refused" | "accepted" | "deleting" | "deleted";

export interface Upload {
  readonly filename: string;
  readonly collection: string;
  /** Word that occurs in this file only; undefined for files with several copies. */
  readonly token: string | undefined;
  /** Whether the file can't be read, so that its document must fail. */
  readonly isBroken: boolean;
  state: UploadState;
  id: string | undefined;
}

export type CollectionState = "sent" | "live" | "deleting" | "deleted";

export interface LedgerCollection {
  readonly name: string;
  state: CollectionState;
}

/**
 * Whether something should exist, according to the responses: acknowledged, acknowledged as deleted, or without a
 * response.
 */
export type Expectation = "present" | "absent" | "unknown";

/** Record of all requests and responses. */
export class Ledger {
  readonly uploads = new Map<string, Upload>();
  readonly collections = new Map<string, LedgerCollection>();

  upload(filename: string, collection: string, token: string | undefined, isBroken: boolean): Upload {
    const upload: Upload = { filename, collection, token, isBroken, state: "sent", id: undefined };
    this.uploads.set(filename, upload);
    return upload;
  }

  collection(name: string): LedgerCollection {
    const collection: LedgerCollection = { name, state: "sent" };
    this.collections.set(name, collection);
    return collection;
  }

  get liveCollections(): readonly LedgerCollection[] {
    return [...this.collections.values()].filter(({ state }) => state === "live");
  }

  /** Documents that a client may delete. */
  get deletable(): readonly Upload[] {
    return [...this.uploads.values()].filter(
      ({ state, collection }) => state === "accepted" && this.collections.get(collection)?.state === "live",
    );
  }

  expectation(upload: Upload): Expectation {
    const owner = this.expectationOf(this.collections.get(upload.collection)!);
    if (owner === "absent" || upload.state === "refused" || upload.state === "deleted") return "absent";
    return upload.state === "accepted" ? owner : "unknown";
  }

  expectationOf({ state }: LedgerCollection): Expectation {
    if (state === "live") return "present";
    return state === "deleted" ? "absent" : "unknown";
  }

  byId(id: string): Upload | undefined {
    return [...this.uploads.values()].find((upload) => upload.id === id);
  }
}
