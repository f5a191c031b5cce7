import { Data } from "effect";

/** Failure to decrypt a secret, or to obtain its key. */
export class SecretBoxError extends Data.TaggedError("SecretBoxError")<{ readonly message: string }> {}
