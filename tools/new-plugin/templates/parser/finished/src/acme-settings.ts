import { Effect, Schema } from "effect";

/** What the config file may say under `settings`. A key that is not here stops the service with a message. */
export const acmeSettings = Schema.Struct({
  headingMark: Schema.String.check(Schema.isPattern(/^[^\s\w]$/))
    .annotate({ description: "The character that a heading begins with, once per level." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("="))),
});

export type AcmeSettings = typeof acmeSettings.Type;
