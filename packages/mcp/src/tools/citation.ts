import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { z } from "zod";
import { truncate } from "./bounds.ts";

/** Maximum length of a source's file name and headings; a client that writes vectors directly can set any value. */
const MAX_NAME_CHARACTERS = 255;

/** Maximum number of heading levels: a few more than document formats have. */
const MAX_HEADINGS = 12;

/** Maximum length of a page's URL. */
const MAX_URL_CHARACTERS = 2_048;

/** Location of a passage in its document. */
export interface Citation {
  readonly filename: string | null;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly page: number | null;
  readonly section: string[];
  readonly start: number | null;
  readonly end: number | null;
}

export const citationFields = {
  filename: z.string().nullable().describe("The document's file; null for a vector that was written directly"),
  title: z.string().nullable().describe("The document's title, if it has one"),
  source_url: z.string().nullable().describe("The URL that the document was fetched from, if known"),
  page: z.number().nullable().describe("Page of the passage, from 1; null if the file has no pages"),
  section: z.array(z.string()).describe("Headings above the passage, outermost first"),
  start: z.number().nullable().describe("Where the passage begins in the document's text, in UTF-16 units from 0"),
  end: z.number().nullable().describe("Where the passage ends"),
};

/**
 * Builds the citation from the metadata that the service writes to every chunk; for a directly written vector, the
 * client's own metadata is used.
 */
export const citationOf = (metadata: JsonObject): Citation => {
  const { filename, title, source_url, page, section, start_char, end_char } = metadata;
  return {
    filename: textOf(filename, MAX_NAME_CHARACTERS),
    title: textOf(title, MAX_NAME_CHARACTERS),
    source_url: textOf(source_url, MAX_URL_CHARACTERS),
    page: numberOf(page),
    section: Array.isArray(section)
      ? section
          .filter((heading) => typeof heading === "string")
          .slice(0, MAX_HEADINGS)
          .map((heading) => truncate(heading, MAX_NAME_CHARACTERS))
      : [],
    start: numberOf(start_char),
    end: numberOf(end_char),
  };
};

const textOf = (value: JsonValue | undefined, most: number): string | null =>
  typeof value === "string" ? truncate(value, most) : null;

const numberOf = (value: JsonValue | undefined): number | null => (typeof value === "number" ? value : null);

/** Formats a citation, for example: guide.pdf, page 3, section "Install > Linux". */
export const citationText = ({ filename, page, section }: Pick<Citation, "filename" | "page" | "section">): string =>
  [
    filename ?? "no file",
    ...(page === null ? [] : [`page ${page}`]),
    ...(section.length === 0 ? [] : [`section "${section.join(" > ")}"`]),
  ].join(", ");
