import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../../api/rest.ts";
import { chunksKey } from "../documents-data.ts";

export type ChunkMessage = Message<contract.Chunk>;

/** Number of chunks per request, enough for several screens. */
export const CHUNKS_PER_PAGE = 50;

/** Query for one page of a document's chunks. `page` counts pages of this size. */
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
    // Chunks change only if the document is processed again, which invalidates the query.
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

  /** Returns one page of chunks. Each page is read once. */
  async read(page: number): Promise<readonly ChunkMessage[]> {
    return (await this.#client.fetchQuery(chunkPage(this.#collection, this.#documentId, page))).chunks;
  }

  /**
   * Returns the first chunk on this page of the file or, if no chunk begins there, on the next page that has one.
   * Returns undefined after the last page. Chunks are in page order, so a binary search reads only a few of thousands
   * of pages.
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

/** Returns the page of the file that a chunk is from, or undefined if the format has no pages. */
export const pageOf = (chunk: ChunkMessage | undefined): number | undefined => {
  const page = chunk?.metadata["page"];
  return typeof page === "number" ? page : undefined;
};

/** Returns the headings above a chunk, outermost first. */
export const sectionOf = ({ metadata: { section } }: ChunkMessage): readonly string[] => {
  if (typeof section === "string") return section === "" ? [] : section.split(" > ");
  return Array.isArray(section) ? section.map(String) : [];
};

/** Returns the metadata of the chunk itself, in a document that was submitted as chunks. */
export const ownOf = ({ metadata }: ChunkMessage): readonly (readonly [name: string, value: unknown])[] => {
  const names = metadata["own_fields"];
  return Array.isArray(names) ? names.map((name) => [String(name), metadata[String(name)]] as const) : [];
};
