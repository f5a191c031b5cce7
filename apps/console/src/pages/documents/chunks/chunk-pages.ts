import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../../api/rest.ts";
import { chunksKey } from "../documents-data.ts";

export type ChunkMessage = Message<contract.Chunk>;

/** Chunks in one request: some screens full. */
export const CHUNKS_PER_PAGE = 50;

/** A part of a document's chunks, by its place among parts of this size. */
export const chunkPage = (collection: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: [...chunksKey(collection, documentId), page],
    queryFn: ({ signal }) =>
      call(
        "GET /v1/collections/{collection_name}/documents/{document_id}/chunks",
        {
          collection_name: collection,
          document_id: documentId,
          limit: CHUNKS_PER_PAGE,
          offset: page * CHUNKS_PER_PAGE,
        },
        signal,
      ),
    // They change only when the document is processed again, and then the query is invalidated.
    staleTime: Infinity,
  });

/** Reader of one document's chunks. */
export class ChunkReader {
  readonly #client: QueryClient;
  readonly #collection: string;
  readonly #documentId: string;

  constructor(client: QueryClient, collection: string, documentId: string) {
    this.#client = client;
    this.#collection = collection;
    this.#documentId = documentId;
  }

  /** The chunks of a part; read once. */
  async read(page: number): Promise<readonly ChunkMessage[]> {
    return (await this.#client.fetchQuery(chunkPage(this.#collection, this.#documentId, page))).chunks;
  }

  /**
   * The first chunk on this page of the file or, when none begins there, on the next that has one; undefined after the
   * last. Chunks stand in the order of their pages, so that a few parts of thousands need to be read.
   */
  async findPage(wanted: number, total: number): Promise<number | undefined> {
    let low = 0;
    let high = Math.ceil(total / CHUNKS_PER_PAGE) - 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const last = pageOf((await this.read(middle)).at(-1));
      if (last !== undefined && last >= wanted) high = middle;
      else low = middle + 1;
    }
    const chunks = await this.read(low);
    const found = chunks.findIndex((chunk) => (pageOf(chunk) ?? 0) >= wanted);
    return found === -1 ? undefined : low * CHUNKS_PER_PAGE + found;
  }
}

/** The page of the file that a chunk is from; undefined where the format has none. */
export const pageOf = (chunk: ChunkMessage | undefined): number | undefined => {
  const page = chunk?.metadata["page"];
  return typeof page === "number" ? page : undefined;
};

/** The headings that a chunk stands under, from the outermost in. */
export const sectionOf = ({ metadata: { section } }: ChunkMessage): readonly string[] => {
  if (typeof section === "string") return section === "" ? [] : section.split(" > ");
  return Array.isArray(section) ? section.map(String) : [];
};

/** Metadata given for the chunk itself, in a document that was submitted as chunks. */
export const ownOf = ({ metadata }: ChunkMessage): readonly (readonly [name: string, value: unknown])[] => {
  const names = metadata["own_fields"];
  return Array.isArray(names) ? names.map((name) => [String(name), metadata[String(name)]] as const) : [];
};
