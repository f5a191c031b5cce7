import type { Passage, PassageIndexError } from "@quarry/index";
import { type DomainError, GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import { PassageJoiner, withoutHeader } from "@quarry/text/join-passages";
import type { DocumentRecord, StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { type LiveChunks, makeFindLiveChunks } from "../contents/live-chunks.ts";
import type { DocumentName } from "../find-document.ts";
import { hasNoPages, noSuchPage } from "./page-number.ts";

/** Maximum characters of one page. No printed page has a hundredth of that, but a sheet can have millions of rows. */
const MAX_PAGE_CHARACTERS = 1_048_576;

/** Text of a page, as parsed. */
export interface PageText {
  /** Live version of the document. */
  readonly document: DocumentRecord;
  readonly pageCount: number;
  /** Empty if no text was found on the page. */
  readonly text: string;
  /** Range in the document's text, in UTF-16 units; undefined if the page is empty. */
  readonly range?: { readonly start: number; readonly end: number };
  /** Whether the page continues after its first million characters. */
  readonly isCut: boolean;
}

export interface DocumentPagesShape {
  /** Fails with `not_found` for an unknown document, a document without pages, and a page that it doesn't have. */
  text(
    collectionName: string,
    name: DocumentName,
    page: number,
  ): Effect.Effect<PageText, DomainError | PassageIndexError | StoreError>;
}

/** Text of the pages of documents. */
export class DocumentPages extends Context.Service<DocumentPages, DocumentPagesShape>()(
  "@quarry/catalog/DocumentPages",
) {
  static readonly layer = Layer.effect(
    DocumentPages,
    Effect.gen(function* () {
      const find = yield* makeFindLiveChunks;

      const text: DocumentPagesShape["text"] = Effect.fn("DocumentPages.text")(function* (collectionName, name, page) {
        const { document, firstIndexWhere, from } = yield* find(collectionName, name);
        const pageCount = document.fileType === GIVEN_CHUNKS_TYPE ? undefined : document.info?.pages;
        if (pageCount === undefined) return yield* hasNoPages(document);
        if (page < 1 || page > pageCount) return yield* noSuchPage(document, page, pageCount);
        // Chunks are in page order.
        const first = yield* firstIndexWhere((chunk) => pageOf(chunk) >= page);
        return { document, pageCount, ...(yield* textOf(page, first, from)) };
      });

      return { text };
    }),
  );
}

/** A file whose pages have no numbers, for example an image, has one page with all chunks. */
const pageOf = ({ metadata: { page } }: Passage): number => (typeof page === "number" ? page : 1);

const textOf = Effect.fnUntraced(function* (page: number, first: number, read: LiveChunks["from"]) {
  const joiner = new PassageJoiner();
  const start = { at: undefined as number | undefined };
  let text = "";
  for (let from = first; ;) {
    const chunks = yield* read(from);
    for (const chunk of chunks) {
      if (pageOf(chunk) !== page) return ended(text, start.at, false);
      // The page's first rows can continue a table of the previous page, which has the header. The copy of it in the
      // chunk is removed.
      const part = joiner.add(start.at === undefined ? { ...chunk, text: withoutHeader(chunk) } : chunk);
      start.at ??= Number(chunk.metadata["start_char"]);
      text += part.gap + part.text;
      if (text.length > MAX_PAGE_CHARACTERS) return ended(cutAt(text, MAX_PAGE_CHARACTERS), start.at, true);
    }
    if (chunks.length === 0) return ended(text, start.at, false);
    from = chunks.at(-1)!.chunkIndex + 1;
  }
});

const ended = (text: string, start: number | undefined, isCut: boolean) => ({
  text,
  isCut,
  ...(start !== undefined && { range: { start, end: start + text.length } }),
});

/** Does not split a surrogate pair. */
const cutAt = (text: string, length: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
