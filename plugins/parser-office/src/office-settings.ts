import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

const flag = (description: string, byDefault: boolean) =>
  Schema.Boolean.annotate({ description }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(byDefault)));

/** What `@quarry/parser-office` can be told in the config. */
export const officeSettings = Schema.Struct({
  comments: flag("Read the comments of a Word document, behind the paragraph they belong to.", true),
  headersAndFooters: flag("Read the headers and footers of a Word document, once, behind its text.", false),
  speakerNotes: flag("Read the speaker notes of a presentation, behind the text of their slide.", true),
  maxPartMegabytes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_024 }))
    .annotate({
      description:
        "Unpacked size in MB of the text of one Word document or slide. It is held in memory as a whole, at many times this size. Sheets are streamed and not bound by it.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(64))),
});

export type OfficeSettings = typeof officeSettings.Type;
