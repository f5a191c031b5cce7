import { isJsonObject } from "@quarry/plugin/domain";
import { z } from "zod";
import type { FieldValues } from "../library.ts";
import { MAX_FIELDS, MAX_TEXT_CHARACTERS, MAX_VALUES } from "./bounds.ts";
import { amongKnown } from "./known-collections.ts";
import { defineTool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

const DEFAULT_VALUES = 20;
const MAX_FIELD_CHARACTERS = 1_024;

const input = toolInput({
  collection: z.string().describe("Name of the collection (see list_collections)"),
  fields: z
    .array(z.string().min(1).max(MAX_FIELD_CHARACTERS))
    .min(1)
    .max(MAX_FIELDS)
    .describe(
      "Fields of the documents' metadata (see list_documents), or filename, file_type, author, language, created_at",
    ),
  filters: z
    .record(z.string(), z.json())
    .optional()
    .describe('Only documents whose metadata matches, as in search, such as {"year": {"$gte": 2020}}'),
  limit: z.int().min(1).max(MAX_VALUES).default(DEFAULT_VALUES).describe("Maximum number of values per field"),
});

const counted = z.object({ value: z.union([z.string(), z.number(), z.boolean()]), documents: z.number() });

const field = z.object({
  field: z.string(),
  values: z.array(counted).describe("The most frequent values, as filters take them"),
  value_count: z.number().describe("Number of different values"),
  documents: z.number().describe("Documents with a value in the field"),
  missing: z.number().describe("Documents without a value in the field"),
  min: z.number().nullable().describe("The smallest number; null if there are none"),
  max: z.number().nullable().describe("The largest number; null if there are none"),
  earliest: z.string().nullable().describe("The earliest date; null if there are none"),
  latest: z.string().nullable().describe("The latest date; null if there are none"),
});

const output = z.object({
  total: z.number().describe("Documents that were counted"),
  fields: z.array(field),
});

export const countValuesTool = defineTool({
  name: "count_values",
  title: "Count values",
  description:
    "Counts the values of metadata fields in a collection's documents. Use the values in filters of search and list_documents.",
  input,
  output,
  run: async ({ collection, filters, ...request }, library, signal) => {
    const requested = { ...request, filters: isJsonObject(filters) ? filters : undefined };
    const { total, fields: found } = await amongKnown(library, [collection], signal, () =>
      library.countValues(collection, requested, signal),
    );
    const fields = withinLimit(found).map(entryOf);
    return {
      text: [`${total} documents were counted.`, ...fields.map(textOf)].join("\n"),
      structured: { total, fields },
    };
  },
});

type Entry = z.output<typeof field>;

const entryOf = ({ valueCount, values, min, max, earliest, latest, ...rest }: FieldValues): Entry => ({
  ...rest,
  values: values.map(({ value, count }) => ({ value, documents: count })),
  value_count: valueCount,
  min: min ?? null,
  max: max ?? null,
  earliest: earliest ?? null,
  latest: latest ?? null,
});

/** Removes the values that do not fit in an answer. Values are never truncated, because no filter would match them. */
const withinLimit = (fields: readonly FieldValues[]): readonly FieldValues[] => {
  let characters = 0;
  return fields.map((each) => ({
    ...each,
    values: each.values.filter(({ value }) => {
      const length = String(value).length;
      if (characters + length > MAX_TEXT_CHARACTERS) return false;
      characters += length;
      return true;
    }),
  }));
};

const textOf = ({ field: name, values, value_count: count, missing, ...ends }: Entry): string => {
  const more = count - values.length;
  const reported = values.map(({ value, documents }) => `  - ${JSON.stringify(value)}: ${documents}`);
  return [
    `${name}: ${count} different values${missing > 0 ? `, ${missing} documents have none` : ""}${rangeOf(ends)}`,
    ...reported,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
};

const rangeOf = ({ min, max, earliest, latest }: Pick<Entry, "min" | "max" | "earliest" | "latest">): string =>
  (min === null ? "" : `; numbers from ${min} to ${max}`) +
  (earliest === null ? "" : `; dates from ${earliest} to ${latest}`);
