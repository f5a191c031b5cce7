import type { Passage } from "@quarry/index";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ChunkSchema } from "@quarry/api";
import type { ChunkListing } from "@quarry/catalog";
import { type Citation, citationOf, linksOf, shownMetadata } from "@quarry/search";
import { toCitation, toLinks } from "./citation-message.ts";
import type { CallContext } from "./handler.ts";
import { toStruct } from "./messages.ts";
import { runFor } from "./run-effect.ts";

type ChunkInit = MessageInitShape<typeof ChunkSchema>;

/** Yields the chunks of a listing, read page by page; with citations, each includes its position in the document. */
export async function* chunkPages(
  listing: ChunkListing,
  withCitations: boolean,
  context: CallContext,
): AsyncGenerator<readonly ChunkInit[]> {
  for await (const passages of passagePages(listing, context)) {
    yield passages.map((passage) => toChunk(passage, withCitations ? citationOf(passage) : undefined));
  }
}

/** Yields the passages of a listing as they are stored. */
export async function* passagePages(listing: ChunkListing, context: CallContext): AsyncGenerator<readonly Passage[]> {
  let page = listing.first;
  for (let returned = page.length; ; returned += page.length) {
    yield page;
    if (returned >= listing.count) return;
    page = await runFor(context, listing.next(returned, page.at(-1)!));
  }
}

const toChunk = (passage: Passage, citation?: Citation): ChunkInit => ({
  id: passage.id,
  text: passage.text,
  chunkIndex: passage.chunkIndex,
  metadata: toStruct(shownMetadata(passage)),
  ...(citation !== undefined && { citation: toCitation(citation) }),
  links: toLinks(linksOf(passage)),
});
