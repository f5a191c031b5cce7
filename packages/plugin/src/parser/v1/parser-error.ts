/**
 * Why a file can't be read.
 *
 * - `encrypted`: needs a password
 * - `corrupt`: damaged or cut off
 * - `wrong_type`: the bytes are of another type than the name says
 * - `empty`: nothing to read in it
 * - `limit`: too many pages, too deep, unpacks to too much
 * - `unavailable`: what reads it (a service) is away or busy; the same file is worth another attempt later
 */
export type ParserErrorReason = "encrypted" | "corrupt" | "wrong_type" | "empty" | "limit" | "unavailable";

/**
 * A document that can't be read. The message becomes the document's `error_message`: what is wrong and what to do,
 * in a sentence, without a library's name or a path.
 */
export class ParserError extends Error {
  override readonly name = "ParserError";
  readonly reason: ParserErrorReason;

  constructor(reason: ParserErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
