import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

const flag = (description: string, byDefault: boolean) =>
  Schema.Boolean.annotate({ description }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(byDefault)));

/** Settings of `@quarry/parser-office` in the config. */
export const officeSettings = Schema.Struct({
  alternativeText: flag("Read the descriptions of pictures, if written by a person.", true),
  comments: flag("Read comments, after their paragraph, slide or sheet.", true),
  headersAndFooters: flag(
    "Read content repeated on every page: headers and footers of a Word document, once, after its text; on slides the date, footer and number. Off: slides read these only where they change.",
    false,
  ),
  hiddenContent: flag(
    "Read hidden content: text of a Word document, slides, sheets, and rows and columns of sheets, filtered ones included.",
    true,
  ),
  speakerNotes: flag("Read the speaker notes of a presentation, after the text of their slide.", true),
});

export type OfficeSettings = typeof officeSettings.Type;
