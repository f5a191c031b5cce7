import { recognitionSettings } from "@quarry/ocr/settings";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-image` in the config. */
export const imageSettings = Schema.Struct({
  languages: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.String).annotate({
      description:
        'Languages of the text ("eng", "deu", "chi_sim"), the most frequent first. Each but "eng" needs its data, for example the npm package `@tesseract.js-data/<language>`. Without the setting each page is read in that of the installed languages that it is written in.',
    }),
  ),
  languageFolder: Schema.optionalKey(
    Schema.String.annotate({
      description: "Folder with own `<language>.traineddata` or `<language>.traineddata.gz` files.",
    }),
  ),
  recognition: Schema.optionalKey(
    recognitionSettings.annotate({
      description: "Engine of text recognition. Default: the section `recognition` of the config file, else Tesseract.",
    }),
  ),
  pageTimeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
    .annotate({ description: "Time for recognising one frame; a frame that takes longer is left out with a warning." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
  minConfidence: Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
    .annotate({ description: "Words that are recognised with less confidence are left out." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(0.3))),
});

export type ImageSettings = typeof imageSettings.Type;
