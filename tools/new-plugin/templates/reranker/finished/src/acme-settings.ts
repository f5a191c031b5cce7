import { Effect, Schema } from "effect";

/** What the config file may say under `settings`. A key that is not here stops the service with a message. */
export const acmeSettings = Schema.Struct({
  ignoredWords: Schema.Array(Schema.NonEmptyString)
    .annotate({ description: "Words of a question that say nothing about its subject." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(["a", "does", "how", "is", "of", "the", "what", "where"]))),
});

export type AcmeSettings = typeof acmeSettings.Type;
