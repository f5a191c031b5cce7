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
  /** One-based. */
  readonly pageFrom?: number | undefined;
  readonly pageTo?: number | undefined;
  /** Headings, outermost first. */
  readonly section: readonly string[];
  /** Offset in the document's text, in UTF-16 code units. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly boxes: readonly (PageBox & { readonly page: number })[];
}

/** Page of an image, which has one page without a number. */
const ONLY_PAGE = 1;

/**
 * Returns a passage's citation; undefined for entries written by clients, which belong to no document even if their
 * metadata names one.
 */
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
