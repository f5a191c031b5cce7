import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

const choice = (description: string, byDefault: boolean) =>
  Schema.Boolean.annotate({ description }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(byDefault)));

/** Settings of `@quarry/parser-officeparser` in the config. */
export const officeparserSettings = Schema.Struct({
  comments: choice("Read comments, after their paragraph, slide or row.", true),
  headersAndFooters: choice("Read headers and footers of a text document, once, after its text.", false),
  hiddenContent: choice("Read hidden text of an RTF document.", true),
  speakerNotes: choice("Read the speaker notes of a presentation, after the text of their slide.", true),
});

export type OfficeparserSettings = typeof officeparserSettings.Type;
