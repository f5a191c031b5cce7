/** An answer that does not follow the provider's protocol. The message goes on from "<host> does not answer as …: ". */
export class AnswerError extends Error {
  override readonly name: string = "AnswerError";
}

/** Vectors of another length than the collection's. The message stands alone. */
export class DimensionError extends AnswerError {
  override readonly name = "DimensionError";
}
