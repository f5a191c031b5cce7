import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-html` in the config. */
export const htmlSettings = Schema.Struct({
  dropNavigation: Schema.Boolean.annotate({
    description: "Skip the content of the page's <nav>, <header> and <footer>.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  imageDescriptions: Schema.Boolean.annotate({
    description: "Read the `alt` texts of images as text.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
});

export type HtmlSettings = typeof htmlSettings.Type;
