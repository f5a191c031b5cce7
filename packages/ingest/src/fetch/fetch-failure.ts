import { Data } from "effect";

/** A page could not be fetched. The message is for the document's `error_message`. */
export class FetchFailure extends Data.TaggedError("FetchFailure")<{
  readonly message: string;
  /** Whether a retry a little later can succeed. */
  readonly isPassing: boolean;
}> {}

/** Returns a permanent failure: a retry has the same result. */
export const lasting = (message: string): FetchFailure => new FetchFailure({ message, isPassing: false });

/** Returns a temporary failure: a retry in a minute can succeed. */
export const passing = (message: string): FetchFailure => new FetchFailure({ message, isPassing: true });
