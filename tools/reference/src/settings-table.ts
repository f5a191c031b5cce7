import { Schema } from "effect";
import { type JsonSchema, typeText } from "./json-schema.ts";
import { code, paragraphs, table } from "./markdown.ts";

type SettingsSchema = Schema.Codec<unknown, unknown>;

/** Generates a table of the fields of a settings schema, followed by those of nested objects. */
export const settingsTable = (schema: SettingsSchema): string => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema) as {
    readonly schema: JsonSchema;
    readonly definitions: Readonly<Record<string, JsonSchema>>;
  };
  const top = root.$ref === undefined ? root : definitions[root.$ref.slice(root.$ref.lastIndexOf("/") + 1)]!;
  return fieldsOf(top, "", defaultsOf(schema), describedFields(schema));
};

/** Returns the default of each field, from decoding empty settings; empty if they are invalid. */
const defaultsOf = (schema: SettingsSchema): Readonly<Record<string, unknown>> => {
  try {
    const settings = Schema.decodeUnknownSync(schema as Schema.Decoder<unknown>)({});
    return Schema.encodeUnknownSync(schema as Schema.Encoder<unknown>)(settings) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
};

interface Described {
  readonly annotations?: { readonly description?: unknown } | undefined;
}

interface Annotated extends Described {
  readonly context?: Described | undefined;
  readonly checks?: readonly Described[] | undefined;
}

/**
 * Returns descriptions by field. The description of a secret is on its decoded side, and that of a checked object on
 * its check, where the JSON Schema doesn't look.
 */
const describedFields = (schema: SettingsSchema): ReadonlyMap<string, string> => {
  const { fields = {} } = schema as { readonly fields?: Readonly<Record<string, { readonly ast: Annotated }>> };
  return new Map(
    Object.entries(fields).flatMap(([name, { ast }]) => {
      const description = [ast, ast.context, ast.checks?.at(-1)].find((each) => each?.annotations?.description)
        ?.annotations?.description;
      return typeof description === "string" ? [[name, description] as const] : [];
    }),
  );
};

const fieldsOf = (
  { properties = {}, required = [] }: JsonSchema,
  prefix: string,
  defaults: Readonly<Record<string, unknown>>,
  descriptions: ReadonlyMap<string, string>,
): string => {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(`${prefix}${name}`),
    `${typeText(schema)}${required.includes(name) ? "" : ", optional"}`,
    defaultText(schema.default ?? defaults[name]),
    schema.description ?? descriptions.get(name) ?? "",
  ]);
  const nested = Object.entries(properties).flatMap(([name, schema]) => {
    const inner = nestedObject(schema);
    return inner === undefined ? [] : [fieldsOf(inner.schema, `${prefix}${name}${inner.step}`, {}, new Map())];
  });
  return paragraphs(table(["Field", "Type", "Default", ""], rows), ...nested);
};

const defaultText = (value: unknown): string => (value === undefined ? "" : code(JSON.stringify(value)));

/** Returns the object in a field, in each value of a record, or in each element of an array. */
const nestedObject = (schema: JsonSchema): { readonly schema: JsonSchema; readonly step: string } | undefined => {
  if (schema.properties !== undefined) return { schema, step: "." };
  if (typeof schema.additionalProperties === "object" && schema.additionalProperties.properties !== undefined) {
    return { schema: schema.additionalProperties, step: ".<name>." };
  }
  if (typeof schema.items === "object" && schema.items.properties !== undefined) {
    return { schema: schema.items, step: "[]." };
  }
  return undefined;
};
