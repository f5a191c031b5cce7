import { z } from "zod";
import { truncate, MAX_TEXT_CHARACTERS } from "./bounds.ts";
import { amongKnown } from "./known-collections.ts";
import { defineTool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

const input = toolInput({
  collection: z.string().describe("Name of the collection"),
  document_id: z.string().describe("The document, as search gives it"),
  page: z.int().min(1).describe("Number of the page, slide, sheet or frame, from 1"),
});

const output = z.object({
  collection: z.string(),
  document_id: z.string(),
  page: z.number(),
  page_count: z.number().describe("Pages that the document has"),
  is_cut: z.boolean().describe("Whether the text is truncated: get_passage reads the rest"),
  text: z.string().describe("Empty if the page has no text"),
});

export const getPageTool = defineTool({
  name: "get_page",
  title: "Read a page",
  description: "Returns the text of one page of a document with pages: a PDF, slides, sheets, images.",
  input,
  output,
  run: async ({ collection, document_id, page }, library, signal) => {
    const found = await amongKnown(library, [collection], signal, () =>
      library.getPage(collection, document_id, page, signal),
    );
    const text = truncate(found.text, MAX_TEXT_CHARACTERS);
    const isCut = found.isCut || text.length < found.text.length;
    return {
      text: [
        `Page ${page} of ${found.pageCount}`,
        text === "" ? "This page has no text." : text,
        ...(isCut ? [`Truncated at ${text.length} characters: get_passage reads the rest.`] : []),
      ].join("\n\n"),
      structured: { collection, document_id, page, page_count: found.pageCount, is_cut: isCut, text },
    };
  },
});
