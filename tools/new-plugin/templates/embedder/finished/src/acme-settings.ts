import { Effect, Schema } from "effect";

/** What the config file may say under `settings`. A key that is not here stops the service with a message. */
export const acmeSettings = Schema.Struct({
  pieceLength: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 8 }))
    .annotate({ description: "Letters of the pieces that words are cut into, so that forms of a word are alike." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(4))),
});

export type AcmeSettings = typeof acmeSettings.Type;
