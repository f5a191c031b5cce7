import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-email` in the config. */
export const emailSettings = Schema.Struct({
  attachments: Schema.Boolean.annotate({
    description:
      "Make documents of attachments and forwarded messages whose type is read. Off: they are named in the warnings.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
});

export type EmailSettings = typeof emailSettings.Type;
