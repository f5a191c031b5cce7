import type { JsonObject } from "@quarry/plugin/domain";
import { z } from "zod";
import { cutTo } from "./bounds.ts";

/** Longest file name and heading of a source; who writes vectors directly can write anything there. */
const MAX_NAME_CHARACTERS = 255;

/** As many levels as document formats have, and a few more. */
const MAX_HEADINGS = 12;

/** Where a passage stands. */
export interface Citation {
  readonly filename: string | null;
  readonly page: number | null;
  readonly section: string[];
}

export const citationFields = {
  filename: z.string().nullable().describe("The document's file; null for a vector that was written directly"),
  page: z.number().nullable().describe("Page of the passage, from 1; null where the file has no pages"),
  section: z.array(z.string()).describe("Headings above the passage, outermost first"),
};

/** Reads what the service puts into every chunk's metadata; a directly written vector has what its writer gave. */
export const citationOf = (metadata: JsonObject): Citation => {
  const { filename, page, section } = metadata;
  return {
    filename: typeof filename === "string" ? cutTo(filename, MAX_NAME_CHARACTERS) : null,
    page: typeof page === "number" ? page : null,
    section: Array.isArray(section)
      ? section
          .filter((heading) => typeof heading === "string")
          .slice(0, MAX_HEADINGS)
          .map((heading) => cutTo(heading, MAX_NAME_CHARACTERS))
      : [],
  };
};

/** For example: guide.pdf, page 3, section "Install > Linux". */
export const citationText = ({ filename, page, section }: Citation): string =>
  [
    filename ?? "no file",
    ...(page === null ? [] : [`page ${page}`]),
    ...(section.length === 0 ? [] : [`section "${section.join(" > ")}"`]),
  ].join(", ");
