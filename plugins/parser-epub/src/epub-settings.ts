import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-epub` in the config. */
export const epubSettings = Schema.Struct({
  imageDescriptions: Schema.Boolean.annotate({
    description: "Read the `alt` texts of images as text.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
});

export type EpubSettings = typeof epubSettings.Type;
