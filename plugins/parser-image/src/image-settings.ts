import { recognitionSettings } from "@quarry/ocr/settings";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** Settings of `@quarry/parser-image` in the config. */
export const imageSettings = Schema.Struct({
  languages: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.String).annotate({
      description:
        'Languages of the text ("eng", "deu", "chi_sim"), the most frequent first. All but "eng" need data, for example the npm package `@tesseract.js-data/<language>`. Default: the installed language that is detected on each page.',
    }),
  ),
  languageFolder: Schema.optionalKey(
    Schema.String.annotate({
      description: "Folder with additional `<language>.traineddata` or `<language>.traineddata.gz` files.",
    }),
  ),
  recognition: Schema.optionalKey(
    recognitionSettings.annotate({
      description: "Text recognition engine. Default: the section `recognition` of the config file, else Tesseract.",
    }),
  ),
  pageTimeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
    .annotate({ description: "Timeout of recognising one frame; a slower frame is skipped with a warning." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
  minConfidence: Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
    .annotate({ description: "Words recognised with a lower confidence are skipped." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(0.3))),
});

export type ImageSettings = typeof imageSettings.Type;
