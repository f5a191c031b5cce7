import type { JsonObject } from "@quarry/domain";
import { z } from "zod";

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
    filename: typeof filename === "string" ? filename : null,
    page: typeof page === "number" ? page : null,
    section: Array.isArray(section) ? section.filter((heading) => typeof heading === "string") : [],
  };
};

/** For example: guide.pdf, page 3, section "Install > Linux". */
export const citationText = ({ filename, page, section }: Citation): string =>
  [
    filename ?? "no file",
    ...(page === null ? [] : [`page ${page}`]),
    ...(section.length === 0 ? [] : [`section "${section.join(" > ")}"`]),
  ].join(", ");
