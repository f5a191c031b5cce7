/**
 * Reason why a file can't be parsed.
 *
 * - `encrypted`: needs a password
 * - `corrupt`: damaged or truncated
 * - `wrong_type`: the bytes are of another type than the name says
 * - `empty`: it contains nothing to read
 * - `limit`: too many pages, too deep, unpacks to too much
 * - `unavailable`: the service that parses it is unavailable or busy; the same file is worth another attempt later
 */
export type ParserErrorReason = "encrypted" | "corrupt" | "wrong_type" | "empty" | "limit" | "unavailable";

/**
 * Error for a document that can't be parsed. The message becomes the document's `error_message`: the problem and what
 * to do, in one sentence, without a library's name or a path.
 */
export class ParserError extends Error {
  override readonly name = "ParserError";
  readonly reason: ParserErrorReason;

  constructor(reason: ParserErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
