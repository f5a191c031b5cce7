import { recognitionSettings } from "@quarry/ocr/settings";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-pdf` in the config. */
export const pdfSettings = Schema.Struct({
  dropRepeatedLines: Schema.Boolean.annotate({
    description: "Leave out running headers and footers behind the first of each, and page numbers.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  formFields: Schema.Boolean.annotate({
    description: "Read what is filled into form fields, as `name: value` behind the text of the page.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  annotations: Schema.Boolean.annotate({
    description: "Read notes, free text and remarks that were put on a page, behind its text.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  hiddenContent: Schema.Boolean.annotate({
    description:
      "Read text that nobody sees on its page (covered, transparent, in the colour of its ground), marked as hidden, behind the text of the page.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  ocr: Schema.Literals(["auto", "off", "always"])
    .annotate({
      description:
        "Read pages from their picture: `auto` those without a usable text layer, `off` none, `always` every page, where the text layers of a collection are bad.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("auto" as const))),
  languages: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.String).annotate({
      description:
        'Languages of scanned pages ("eng", "deu", "chi_sim"), the most frequent first. Without the setting each page is read in that of the installed languages that it is written in.',
    }),
  ),
  languageFolder: Schema.optionalKey(
    Schema.String.annotate({ description: "Folder with further `<language>.traineddata` files." }),
  ),
  recognition: Schema.optionalKey(
    recognitionSettings.annotate({
      description: "Engine of text recognition. Default: the section `recognition` of the config file, else Tesseract.",
    }),
  ),
  pageTimeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
    .annotate({ description: "Time for recognising one page; a page that takes longer is left out with a warning." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
  maxOcrPages: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50_000 }))
    .annotate({
      description:
        "Scanned pages that a document may have. A page takes some 5 s of one core, so 1,000 take an hour and a half.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(1_000))),
  maxMemoryMegabytes: Schema.Int.check(Schema.isBetween({ minimum: 64, maximum: 3_072 }))
    .annotate({
      description:
        "Memory in MB that decoding one PDF may take; a file that needs more fails alone. Comes on top of the worker's own limit.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(512))),
});

export type PdfSettings = typeof pdfSettings.Type;
