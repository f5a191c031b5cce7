import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** What `@quarry/parser-pdf` can be told in the config. */
export const pdfSettings = Schema.Struct({
  dropRepeatedLines: Schema.Boolean.annotate({
    description: "Leave out running headers and footers: lines that stand at the same place on most pages.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  formFields: Schema.Boolean.annotate({
    description: "Read what is filled into form fields, as `name: value` behind the text of the page.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  maxMemoryMegabytes: Schema.Int.check(Schema.isBetween({ minimum: 64, maximum: 3_072 }))
    .annotate({
      description:
        "Memory in MB that decoding one PDF may take; a file that needs more fails alone. Comes on top of the worker's own limit.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(512))),
});

export type PdfSettings = typeof pdfSettings.Type;
