import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-email` in the config. */
export const emailSettings = Schema.Struct({
  attachments: Schema.Boolean.annotate({
    description:
      "Create documents from attachments and forwarded messages of supported types. Off: only a warning names them.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
});

export type EmailSettings = typeof emailSettings.Type;
