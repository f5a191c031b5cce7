import { z } from "zod";
import { DEFAULT_LISTED, MAX_LISTED, truncate } from "./bounds.ts";
import { defineTool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

/** Maximum length of a description: enough to choose a collection, and a whole page is no longer than other answers. */
const MAX_DESCRIPTION_CHARACTERS = 200;

const input = toolInput({
  limit: z.int().min(1).max(MAX_LISTED).default(DEFAULT_LISTED).describe("Maximum number of collections"),
  offset: z.int().min(0).default(0).describe("Number of collections to skip"),
});

const collection = z.object({
  name: z.string(),
  description: z.string(),
  document_count: z.number(),
  default_mode: z.string(),
});

const output = z.object({
  collections: z.array(collection),
  total: z.number(),
  next_offset: z.number().nullable().describe("Offset of the next page; null on the last page"),
});

export const listCollectionsTool = defineTool({
  name: "list_collections",
  title: "List collections",
  description: "Lists the collections that can be searched, with their descriptions.",
  input,
  output,
  run: async (window, library, signal) => {
    const { items, total } = await library.listCollections(window, signal);
    const collections = items.map((each) => ({
      name: each.name,
      description: truncate(each.description, MAX_DESCRIPTION_CHARACTERS),
      document_count: each.documentCount,
      default_mode: each.defaultSearchMode,
    }));
    const next = nextOffset(window.offset, items.length, total);
    return {
      text: [
        total === 0 ? "There are no collections that this key can see." : `${total} in all:`,
        ...collections.map(lineOf),
        ...nextLine(next),
      ].join("\n"),
      structured: { collections, total, next_offset: next },
    };
  },
});

const lineOf = ({ name, description, document_count }: z.output<typeof collection>): string =>
  `- ${name} (documents: ${document_count})${description === "" ? "" : `: ${description}`}`;

/** Returns null after the last page. */
export const nextOffset = (offset: number, count: number, total: number): number | null =>
  count > 0 && offset + count < total ? offset + count : null;

export const nextLine = (next: number | null): readonly string[] =>
  next === null ? [] : [`There are more: call again with offset ${next}.`];
