import type { ParserErrorReason } from "@quarry/plugin";
import { Data } from "effect";

/** A document could not be read. `message` is for the person who uploaded it; `detail`, if any, is for the log. */
export class ParseFailure extends Data.TaggedError("ParseFailure")<{
  readonly reason: ParserErrorReason | "crash" | "time" | "memory";
  readonly message: string;
  readonly detail?: string;
}> {}
