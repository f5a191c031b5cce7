import { recognitionSettings } from "@quarry/ocr/settings";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-pdf` in the config. */
export const pdfSettings = Schema.Struct({
  dropRepeatedLines: Schema.Boolean.annotate({
    description: "Skip repeated headers and footers after their first occurrence, and page numbers.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  formFields: Schema.Boolean.annotate({
    description: "Read the values of form fields, as `name: value` after the text of the page.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  annotations: Schema.Boolean.annotate({
    description: "Read annotations (notes, free text, comments) of a page, after its text.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  hiddenContent: Schema.Boolean.annotate({
    description:
      "Read invisible text of a page (covered, transparent, in the background's colour), marked as hidden, after its text.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  ocr: Schema.Literals(["auto", "off", "always"])
    .annotate({
      description:
        "Read pages by text recognition: `auto` those without a usable text layer, `off` none, `always` every page, for documents with bad text layers.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("auto" as const))),
  languages: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.String).annotate({
      description:
        'Languages of scanned pages ("eng", "deu", "chi_sim"), the most frequent first. Default: the installed language that is detected on each page.',
    }),
  ),
  languageFolder: Schema.optionalKey(
    Schema.String.annotate({ description: "Folder with additional `<language>.traineddata` files." }),
  ),
  recognition: Schema.optionalKey(
    recognitionSettings.annotate({
      description: "Text recognition engine. Default: the section `recognition` of the config file, else Tesseract.",
    }),
  ),
  pageTimeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
    .annotate({ description: "Timeout of recognising one page; a slower page is skipped with a warning." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
  maxOcrPages: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50_000 }))
    .annotate({
      description:
        "Maximum number of scanned pages per document. A page takes about 5 s of one core, so 1,000 take an hour and a half.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(1_000))),
  maxMemoryMegabytes: Schema.Int.check(Schema.isBetween({ minimum: 64, maximum: 3_072 }))
    .annotate({
      description:
        "Memory limit of decoding one PDF, in MB, in addition to the worker's own limit; a file that needs more fails alone.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(512))),
});

export type PdfSettings = typeof pdfSettings.Type;
