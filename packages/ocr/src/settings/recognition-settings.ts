import * as Schema from "effect/Schema";
import { ppocrProblem } from "../ppocr/ppocr-problem.ts";

/** Engine of text recognition. */
export const recognitionSettings = Schema.Struct({
  engine: Schema.Literals(["tesseract", "ppocr"]).annotate({
    description: "`tesseract`, or `ppocr` for PP-OCRv6 first, and Tesseract for pages in other scripts.",
  }),
  model: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "Folder of the model for `ppocr`, downloaded by `quarry models add ppocr-v6-small`.",
    }),
  ),
}).check(
  Schema.makeFilter(({ engine, model }: { readonly engine: string; readonly model?: string }) => {
    const problem = engine === "ppocr" ? ppocrProblem(model) : undefined;
    return problem === undefined ? undefined : { path: ["model"], issue: problem };
  }),
);

export type Recognition = typeof recognitionSettings.Type;
