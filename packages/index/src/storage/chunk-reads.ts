import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { JsonObject } from "@quarry/plugin/domain";
import { joinPassages, type TextPart } from "@quarry/text/join-passages";
import type { ChunkRange, ChunkSpan } from "../passages/passage-index.ts";
import type { PagedPassage, StoredPage } from "../passages/protocol.ts";
import {
  DOCUMENT_COLUMNS,
  type DocumentRow,
  PASSAGE_COLUMNS,
  type PassageRow,
  requireDocument,
  requirePassage,
} from "./checksums.ts";
import { prepareAll } from "./segment-store.ts";

type Shared = DocumentRow & { readonly passages: number };

/** Text of a chunk. Its position is in its own metadata. */
interface ChunkPart extends TextPart {
  readonly chunkIndex: number;
}

/** Reads the passages of documents in order. Every method runs inside the caller's snapshot. */
export class ChunkReads {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareAll(database, SQL);
  }

  /** Returns a page of a document's passages. */
  page(documentId: string, generation: number, range: ChunkRange): StoredPage {
    const shared = this.#statements.shared.all(documentId, generation) as unknown as Shared[];
    for (const document of shared) requireDocument(document);
    const indexes = new Map(shared.map(({ number }, index) => [number, index]));
    const passages: PagedPassage[] = [];
    let characters = 0;
    for (const stored of this.#rows(shared, documentId, generation, range)) {
      requirePassage(stored);
      const { row: _, document, headSum: __, textSum: ___, ...passage } = stored;
      const index = indexes.get(document)!;
      passages.push({ ...passage, documentId, generation, shared: index });
      characters += passage.text.length + passage.ownMetadata.length + shared[index]!.metadata.length;
      if (characters >= (range.maxCharacters ?? Number.POSITIVE_INFINITY)) break;
    }
    return {
      sharedMetadata: shared.map(({ metadata }) => metadata),
      passages,
      total: shared.reduce((sum, { passages: count }) => sum + count, 0),
    };
  }

  /**
   * Returns the text of each span, in order. Spans that follow one another, and overlap or are adjacent, are read
   * together.
   */
  spanTexts(spans: readonly ChunkSpan[]): readonly string[] {
    const texts: string[] = [];
    while (texts.length < spans.length) {
      const first = spans[texts.length]!;
      let { toIndex } = first;
      const isNext = ({ documentId, generation, fromIndex }: ChunkSpan): boolean =>
        documentId === first.documentId &&
        generation === first.generation &&
        fromIndex >= first.fromIndex &&
        fromIndex <= toIndex + 1;
      let end = texts.length + 1;
      for (; end < spans.length && isNext(spans[end]!); end++) toIndex = Math.max(toIndex, spans[end]!.toIndex);
      const parts = this.#parts({ ...first, toIndex });
      for (const span of spans.slice(texts.length, end)) {
        const isInside = ({ chunkIndex }: ChunkPart) => chunkIndex >= span.fromIndex && chunkIndex <= span.toIndex;
        texts.push(joinPassages(parts.filter(isInside)));
      }
    }
    return texts;
  }

  #parts({ documentId, generation, fromIndex, toIndex }: ChunkSpan): readonly ChunkPart[] {
    const found = this.#statements.between.all(documentId, generation, fromIndex, toIndex);
    return (found as unknown as readonly PassageRow[]).map((part) => {
      requirePassage(part);
      const { chunkIndex, text, ownMetadata } = part;
      return { chunkIndex, text, metadata: JSON.parse(ownMetadata) as JsonObject };
    });
  }

  /**
   * Uses index order if all passages share the same metadata, as those of a run usually do. Otherwise the passages are
   * sorted.
   */
  #rows(
    shared: readonly Shared[],
    documentId: string,
    generation: number,
    { limit, offset = 0, after = -1 }: ChunkRange,
  ): Iterable<PassageRow> {
    const rows =
      shared.length === 1
        ? this.#statements.ofOne.iterate(shared[0]!.number, after, limit, offset)
        : this.#statements.ofSeveral.iterate(documentId, generation, after, limit, offset);
    return rows as unknown as Iterable<PassageRow>;
  }
}

const PASSAGE = `select ${PASSAGE_COLUMNS} from passage`;

const SQL = {
  shared: `select ${DOCUMENT_COLUMNS}, passages from document
    where document_id = ? and generation = ? and passages > 0`,
  ofOne: `${PASSAGE} where document = ? and chunk_index > ? order by chunk_index, row limit ? offset ?`,
  ofSeveral: `${PASSAGE} where row in (select p.row from document d join passage p on p.document = d.number
    where d.document_id = ? and d.generation = ? and p.chunk_index > ?) order by chunk_index, row limit ? offset ?`,
  between: `select ${PASSAGE_COLUMNS} from document join passage on document = number
    where document_id = ? and generation = ? and chunk_index between ? and ? order by chunk_index, row`,
} as const;
