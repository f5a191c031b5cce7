/**
 * Thrown if a peer sent something that the contract does not define. The message continues the phrase "answers with".
 */
export class WireError extends Error {
  override readonly name = "WireError";
}
