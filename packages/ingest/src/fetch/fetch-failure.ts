import { Data } from "effect";

/** A page could not be had. The message is for the document's `error_message`. */
export class FetchFailure extends Data.TaggedError("FetchFailure")<{
  readonly message: string;
  /** Whether a retry a little later may succeed. */
  readonly isPassing: boolean;
}> {}

/** It is as it is: another try brings the same. */
export const lasting = (message: string): FetchFailure => new FetchFailure({ message, isPassing: false });

/** It may be better in a minute. */
export const passing = (message: string): FetchFailure => new FetchFailure({ message, isPassing: true });
