import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-text` in the config. */
export const textSettings = Schema.Struct({
  maxBlockCharacters: Schema.Int.check(Schema.isBetween({ minimum: 1_000, maximum: 1_000_000 }))
    .annotate({
      description:
        "Characters after which a paragraph without a blank line is split, preferably at a line end or a space.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(50_000))),
  fallbackEncoding: Schema.String.annotate({
    description: "Encoding of text that is not Unicode and whose encoding can't be detected, by its IANA name.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("windows-1252"))),
});

export type TextSettings = typeof textSettings.Type;
