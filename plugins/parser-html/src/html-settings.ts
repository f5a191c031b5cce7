import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-html` in the config. */
export const htmlSettings = Schema.Struct({
  dropNavigation: Schema.Boolean.annotate({
    description: "Leave out what stands in <nav>, <header> and <footer> of the page. Off: such texts are kept.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  imageDescriptions: Schema.Boolean.annotate({
    description: "Read the `alt` texts of images as text.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
});

export type HtmlSettings = typeof htmlSettings.Type;
