/** JSON value of the document. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Object of the document: a JSON Schema, a parameter, a response. */
export type JsonNode = { readonly [key: string]: JsonValue };

export const ref = (section: "schemas" | "responses" | "headers" | "parameters", name: string): JsonNode => ({
  $ref: `#/components/${section}/${name}`,
});

/** Returns the schema that also accepts null. */
export function nullable(schema: JsonNode): JsonNode {
  const { type, enum: values } = schema;
  if (type === undefined)
    return { anyOf: [...(Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema]), { type: "null" }] };
  return {
    ...schema,
    type: [...(Array.isArray(type) ? type : [type]), "null"],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}
