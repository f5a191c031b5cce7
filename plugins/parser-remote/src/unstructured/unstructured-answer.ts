import * as Schema from "effect/Schema";

const Element = Schema.Struct({
  type: Schema.String,
  text: Schema.String,
  metadata: Schema.optionalKey(
    Schema.Struct({
      page_number: Schema.optionalKey(Schema.NullOr(Schema.Number)),
      category_depth: Schema.optionalKey(Schema.NullOr(Schema.Number)),
      text_as_html: Schema.optionalKey(Schema.NullOr(Schema.String)),
    }),
  ),
});

/** The parts of the response that are converted to text. */
export const UnstructuredAnswer = Schema.Array(Element);

export type UnstructuredElement = typeof Element.Type;
