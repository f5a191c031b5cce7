import { describeValue } from "@quarry/plugin/domain";
import { Schema } from "effect";

export type Decoded<Type> = { readonly value: Type } | { readonly problems: readonly string[] };

/**
 * Decodes a value and reports all problems at once. Unknown keys are problems too, unless they must be ignored: a
 * misspelt option that is silently ignored costs hours. Each problem has the form `path: allowed values, actual value`.
 * The schema must decode synchronously.
 */
export const decodeProblems = <Type>(
  schema: Schema.Codec<Type, unknown>,
  value: unknown,
  at: string,
  onExcessProperty: "error" | "ignore" = "error",
): Decoded<Type> => {
  const standard = Schema.toStandardSchemaV1(schema, { parseOptions: { errors: "all", onExcessProperty } });
  const result = standard["~standard"].validate(value);
  if (result instanceof Promise) throw new TypeError("a settings schema must decode synchronously");
  if (result.issues === undefined) {
    const problems = onExcessProperty === "error" ? unknownToNone(schema, value, at) : [];
    return problems.length === 0 ? { value: result.value as Type } : { problems };
  }
  return { problems: result.issues.map((issue) => describeIssue(schema, value, at, issue)) };
};

/** Returns the unknown keys of a struct without fields, for which Effect accepts any object. */
const unknownToNone = (schema: unknown, value: unknown, at: string): readonly string[] => {
  const fields = fieldsAt(schema, []);
  if (fields === undefined || Object.keys(fields).length > 0 || typeof value !== "object" || value === null) return [];
  return Object.keys(value).map((key) => `${at}.${key}: unknown; no settings are allowed here`);
};

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

const EXCESS = "Expected no excess property";
const MISSING = "Missing key";

const describeIssue = (schema: unknown, value: unknown, at: string, issue: Issue): string => {
  const keys = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  const settingPath = [at, ...keys].filter((part) => part !== "").join(".");
  const got = describeValue(valueAt(value, keys));
  if (issue.message !== EXCESS) {
    const expected = issue.message === MISSING ? (expectedAt(schema, keys) ?? MISSING) : issue.message;
    return `${settingPath === "" ? "the file" : settingPath}: ${lowerFirst(expected)}, got ${got}`;
  }
  const known = Object.keys(fieldsAt(schema, keys.slice(0, -1)) ?? {});
  return `${settingPath}: unknown${known.length > 0 ? `; it may be ${known.join(", ")}` : ""}`;
};

/** Returns the value that the schema expects in place of a missing one. */
const expectedAt = (schema: unknown, keys: readonly string[]): string | undefined => {
  const field = fieldsAt(schema, keys.slice(0, -1))?.[keys.at(-1) ?? ""];
  if (!Schema.isSchema(field)) return undefined;
  const result = Schema.toStandardSchemaV1(field as Schema.Codec<unknown, unknown>)["~standard"].validate(undefined);
  return result instanceof Promise ? undefined : result.issues?.[0]?.message;
};

const valueAt = (value: unknown, keys: readonly string[]): unknown => {
  let here = value;
  for (const key of keys) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
};

interface SchemaParts {
  /** Fields of a struct. */
  readonly fields?: Readonly<Record<string, SchemaParts>>;
  /** Schema of an optional key's value. */
  readonly schema?: SchemaParts;
  /** Schema of a record's values. */
  readonly value?: SchemaParts;
}

/** Returns the fields of the struct at this path of a value, if only structs and records lead there. */
const fieldsAt = (schema: unknown, keys: readonly string[]): SchemaParts["fields"] => {
  let here = schema as SchemaParts | undefined;
  for (const key of keys) {
    const parts = here?.schema ?? here;
    here = parts?.fields?.[key] ?? parts?.value;
  }
  return (here?.schema ?? here)?.fields;
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
