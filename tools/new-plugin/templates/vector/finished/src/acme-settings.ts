import { Effect, Schema } from "effect";

/** What the config file may say under `settings`. A key that is not here stops the service with a message. */
export const acmeSettings = Schema.Struct({
  syncToDisk: Schema.Boolean.annotate({
    description: "Whether a write ends only when the disk has it. Off, a power cut may lose the last ones.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
});

export type AcmeSettings = typeof acmeSettings.Type;
