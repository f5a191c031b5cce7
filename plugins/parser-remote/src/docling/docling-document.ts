import * as Schema from "effect/Schema";

const Reference = Schema.Struct({ $ref: Schema.String });
const Provenance = Schema.Struct({ page_no: Schema.Number });

const node = {
  children: Schema.optionalKey(Schema.Array(Reference)),
  content_layer: Schema.optionalKey(Schema.String),
  label: Schema.optionalKey(Schema.String),
  prov: Schema.optionalKey(Schema.Array(Provenance)),
};

const Cell = Schema.Struct({
  text: Schema.String,
  column_header: Schema.optionalKey(Schema.Boolean),
});

const Text = Schema.Struct({
  ...node,
  text: Schema.String,
  level: Schema.optionalKey(Schema.Number),
});

const Table = Schema.Struct({ ...node, data: Schema.Struct({ grid: Schema.Array(Schema.Array(Cell)) }) });

const Group = Schema.Struct(node);

/** The parts of a DoclingDocument (version 1) that are converted to text. */
export const DoclingDocument = Schema.Struct({
  body: Group,
  groups: Schema.optionalKey(Schema.Array(Group)),
  texts: Schema.optionalKey(Schema.Array(Text)),
  tables: Schema.optionalKey(Schema.Array(Table)),
  pictures: Schema.optionalKey(Schema.Array(Group)),
  pages: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
});

export type DoclingDocument = typeof DoclingDocument.Type;
export type DoclingText = typeof Text.Type;
export type DoclingTable = typeof Table.Type;

/** Response of Docling Serve to a conversion. */
export const DoclingAnswer = Schema.Struct({
  status: Schema.String,
  errors: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ error_message: Schema.String })))),
  document: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ json_content: Schema.optionalKey(Schema.NullOr(DoclingDocument)) })),
  ),
});
