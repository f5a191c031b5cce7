import type { Passage } from "@quarry/index";
import type { DocumentsShape } from "@quarry/catalog";
import { slicesOf } from "@quarry/plugin/domain";
import { yieldToOthers } from "@quarry/plugin/time-slice";

import { passagePages } from "./chunk-pages.ts";
import type { CallContext } from "./handler.ts";
import { runFor } from "./run-effect.ts";

/** Number of passages that are converted before yielding to other work: some milliseconds. */
const PASSAGES_AT_ONCE = 16;

/** Text format built from a document's chunks, with the extension of its file. */
interface TextForm {
  readonly extension: string;
  readonly mediaType: string;
  /** Converts the chunks, in order from the first. */
  readonly text: { readonly add: (passage: Passage) => string; readonly finish?: () => string };
}

/** Yields the messages of a text that is sent while the document's chunks are read. */
export async function* textMessages(
  documents: DocumentsShape,
  { collectionName, documentId }: { readonly collectionName: string; readonly documentId: string },
  { extension, mediaType, text }: TextForm,
  context: CallContext,
) {
  const document = await runFor(context, documents.get(collectionName, documentId));
  const listing = await runFor(context, documents.chunks(collectionName, documentId, {}));
  yield textInfo(`${document.filename}.${extension}`, mediaType);
  for await (const passages of passagePages(listing, context)) {
    for (const slice of slicesOf(passages, PASSAGES_AT_ONCE)) {
      const segment = slice.map((passage) => text.add(passage)).join("");
      if (segment !== "") yield textChunk(segment);
      // Converting a page of passages to Markdown takes about 50 ms.
      await yieldToOthers();
    }
  }
  const rest = text.finish?.() ?? "";
  if (rest !== "") yield textChunk(rest);
}

export const textInfo = (filename: string, mediaType: string) => ({
  message: { case: "info" as const, value: { filename, mediaType: `${mediaType}; charset=utf-8` } },
});

export const textChunk = (text: string) => ({ message: { case: "chunk" as const, value: Buffer.from(text) } });
