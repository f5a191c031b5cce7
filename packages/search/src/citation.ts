import type { Passage } from "@quarry/index";
import type { PageBox } from "@quarry/plugin";
import type { JsonValue } from "@quarry/plugin/domain";
import { unpackBoxes } from "@quarry/text";

/** Position of a passage in its document. Unknown fields are absent. */
export interface Citation {
  readonly documentId: string;
  readonly filename: string;
  readonly title?: string | undefined;
  readonly sourceUrl?: string | undefined;
  /** From 1. */
  readonly pageFrom?: number | undefined;
  readonly pageTo?: number | undefined;
  /** Headings, outermost first. */
  readonly section: readonly string[];
  /** UTF-16 units of the document's text. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly boxes: readonly (PageBox & { readonly page: number })[];
}

/** A picture has no page number, and is one page. */
const ONLY_PAGE = 1;

/** Undefined for what clients wrote, which is of no document whatever its metadata says. */
export const citationOf = ({ documentId, metadata, layout = "" }: Passage): Citation | undefined => {
  if (documentId === "") return undefined;
  const { filename, title, source_url, section, page, start_char, end_char } = metadata;
  // A chunk never spans two pages.
  const onPage = numberOf(page);
  return {
    documentId,
    filename: textOf(filename) ?? "",
    title: textOf(title),
    sourceUrl: textOf(source_url),
    pageFrom: onPage,
    pageTo: onPage,
    section: Array.isArray(section) ? section.filter((heading) => typeof heading === "string") : [],
    start: numberOf(start_char),
    end: numberOf(end_char),
    boxes: unpackBoxes(layout).map((box) => ({ page: onPage ?? ONLY_PAGE, ...box })),
  };
};

const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === "string" ? value : undefined);

const numberOf = (value: JsonValue | undefined): number | undefined => (typeof value === "number" ? value : undefined);
