import type { Passage, PassageIndex, PassageIndexError } from "@quarry/index";
import { type DomainError, GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import { PassageJoiner, withoutHeader } from "@quarry/text/join-passages";

import type { DocumentRecord, DocumentRepository, StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import type { Collections } from "../collections.ts";
import { type LiveChunks, makeFindLiveChunks } from "../contents/live-chunks.ts";
import type { DocumentName } from "../find-document.ts";
import { hasNoPages, noSuchPage } from "./page-number.ts";

/** Most characters of one page: no printed page has a hundredth, but a sheet can have millions of rows. */
const MAX_PAGE_CHARACTERS = 1_048_576;

/** The text of a page, as it was read. */
export interface PageText {
  /** Its version that answers. */
  readonly document: DocumentRecord;
  readonly pageCount: number;
  /** Empty where nothing was read on the page. */
  readonly text: string;
  /** Where it stands in the document's text, in UTF-16 units; undefined where it is empty. */
  readonly range?: { readonly start: number; readonly end: number };
  /** Whether the page goes on behind its first million characters. */
  readonly isCut: boolean;
}

export interface DocumentPagesShape {
  /** `not_found` for an unknown document, one without pages, and a page that it doesn't have. */
  text(
    collectionName: string,
    name: DocumentName,
    page: number,
  ): Effect.Effect<PageText, DomainError | PassageIndexError | StoreError>;
}

/** The pages of documents, as far as their text goes. */
export class DocumentPages extends Context.Service<DocumentPages, DocumentPagesShape>()(
  "@quarry/catalog/DocumentPages",
) {
  static readonly layer: Layer.Layer<DocumentPages, never, Collections | DocumentRepository | PassageIndex> =
    Layer.effect(
      DocumentPages,
      Effect.gen(function* () {
        const find = yield* makeFindLiveChunks;

        const text: DocumentPagesShape["text"] = Effect.fn("DocumentPages.text")(
          function* (collectionName, name, page) {
            const { document, firstWhere, from } = yield* find(collectionName, name);
            const pageCount = document.fileType === GIVEN_CHUNKS_TYPE ? undefined : document.info?.pages;
            if (pageCount === undefined) return yield* hasNoPages(document);
            if (page < 1 || page > pageCount) return yield* noSuchPage(document, page, pageCount);
            // Chunks stand in the order of their pages.
            const first = yield* firstWhere((chunk) => pageOf(chunk) >= page);
            return { document, pageCount, ...(yield* textOf(page, first, from)) };
          },
        );

        return { text };
      }),
    );
}

/** Chunks of a file whose pages have no numbers, as a picture's, are all of its one page. */
const pageOf = ({ metadata: { page } }: Passage): number => (typeof page === "number" ? page : 1);

const textOf = Effect.fnUntraced(function* (page: number, first: number, read: LiveChunks["from"]) {
  const joiner = new PassageJoiner();
  const start = { at: undefined as number | undefined };
  let text = "";
  for (let from = first; ;) {
    const chunks = yield* read(from);
    for (const chunk of chunks) {
      if (pageOf(chunk) !== page) return ended(text, start.at, false);
      // The page's first rows may go on with a table of the page before, whose header stands there.
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

/** No character of two units is cut in half. */
const cutAt = (text: string, length: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
