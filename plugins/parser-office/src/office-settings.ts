import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

const flag = (description: string, byDefault: boolean) =>
  Schema.Boolean.annotate({ description }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(byDefault)));

/** Settings of `@quarry/parser-office` in the config. */
export const officeSettings = Schema.Struct({
  alternativeText: flag("Read the descriptions of pictures, where a person wrote one.", true),
  comments: flag("Read comments, behind the paragraph, slide or sheet that they belong to.", true),
  headersAndFooters: flag(
    "Read what is repeated on every page: headers and footers of a Word document, once, behind its text; on slides the date, footer and number, which are otherwise read where they are new.",
    false,
  ),
  hiddenContent: flag(
    "Read what was hidden: text of a Word document, slides, sheets, and rows and columns of sheets, filtered ones included.",
    true,
  ),
  speakerNotes: flag("Read the speaker notes of a presentation, behind the text of their slide.", true),
});

export type OfficeSettings = typeof officeSettings.Type;
