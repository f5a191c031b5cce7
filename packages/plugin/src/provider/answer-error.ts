/**
 * Response that does not follow the provider's protocol. The message continues the text "<host> does not answer as …:
 * ".
 */
export class AnswerError extends Error {
  override readonly name: string = "AnswerError";
}

/** Vectors whose dimension differs from the collection's. The message is complete by itself. */
export class DimensionError extends AnswerError {
  override readonly name = "DimensionError";
}
