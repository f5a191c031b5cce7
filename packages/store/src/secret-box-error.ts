import { Data } from "effect";

/** A secret can't be read, or the key that it is read with can't be had. */
export class SecretBoxError extends Data.TaggedError("SecretBoxError")<{ readonly message: string }> {}
