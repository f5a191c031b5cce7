/** A peer sent something that the contract doesn't know. The message goes on from "answers with". */
export class WireError extends Error {
  override readonly name = "WireError";
}
