import type { PluginErrorReason } from "@quarry/plugin";
import type { CallFailure } from "@quarry/plugin/workers";
import type { ReceivedCall } from "@quarry/plugin/workers/inside";

/** A failure in the format that is sent between threads. The main thread converts it to a `PluginError`. */
type FailureMessage = CallFailure<PluginErrorReason>;

/** A failure inside a worker thread. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly reason: PluginErrorReason;

  constructor(reason: PluginErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const unknownCollection = (collection: string): StoreFailure =>
  new StoreFailure("not_found", `There is no vector collection ${JSON.stringify(collection)}.`);

/** Primary SQLite result codes that are more specific than "internal" (https://sqlite.org/rescode.html). */
const SQLITE_FAILURES: Readonly<Record<number, FailureMessage>> = {
  5: { reason: "unavailable", message: "Another process is writing to the vector files; try again." },
  6: { reason: "unavailable", message: "The vector file is locked; try again." },
  8: { reason: "unavailable", message: "The vector files are read-only; check the permissions of the data folder." },
  10: { reason: "unavailable", message: "Reading or writing a vector file failed; check the disk." },
  11: { reason: "damaged", message: "The file is damaged." },
  13: { reason: "unavailable", message: "The disk with the data folder is full; free some space." },
  14: {
    reason: "damaged",
    message: "It can't be opened; look at its rights, at those of its folder, and at the limit of open files.",
  },
  26: { reason: "damaged", message: "The file is not a database." },
};

/** Converts a caught value to a failure message for the caller. */
export const toFailureMessage = (error: unknown): FailureMessage => {
  if (error instanceof StoreFailure) return { reason: error.reason, message: error.message };
  const code = (error as { errcode?: unknown }).errcode;
  // Extended codes contain the primary one in the low byte.
  const known = typeof code === "number" ? SQLITE_FAILURES[code & 0xff] : undefined;
  if (known !== undefined) return known;
  // Stored metadata is always valid JSON, so a syntax error means damage.
  if (error instanceof SyntaxError) return { reason: "damaged", message: "Metadata is not what was written." };
  return { reason: "internal", message: `The embedded vector store failed: ${String((error as Error).message)}` };
};

/**
 * Same, for errors of calls on collections: damage messages name the file. Closes a damaged file, as it can be replaced
 * by a restored one.
 */
export const toFailureOf =
  (files: { close(collection: string): void }) =>
  (error: unknown, { parameters }: ReceivedCall): FailureMessage => {
    const failure = toFailureMessage(error);
    const collection = (parameters as { readonly collection?: string } | undefined)?.collection;
    if (failure.reason !== "damaged" || collection === undefined) return failure;
    files.close(collection);
    return { reason: "damaged", message: `collection-${collection}.sqlite: ${failure.message}` };
  };

/** `share` is the share that is already read. */
export const beingRead = (purpose: string, share: number): StoreFailure =>
  new StoreFailure(
    "unavailable",
    `The collection's records are being read for ${purpose}: ${Math.floor(100 * Math.min(1, share))} % are. That goes on; ask again in a while.`,
  );

export const slowSearch = (milliseconds: number): StoreFailure =>
  new StoreFailure(
    "unavailable",
    `The search took longer than ${milliseconds / 1000} s: the machine is busy, or the collection does not fit into the memory that cacheMemoryMb gives.`,
  );
