import type { DocumentService } from "@quarry/api";
import { DocumentPages, Documents, MarkdownText, PagedText } from "@quarry/catalog";
import { PagePictures } from "@quarry/ingest";
import { Effect } from "effect";
import { textMessages } from "./text-messages.ts";
import { rangeOf } from "./download-range.ts";
import type { Handlers } from "./handler.ts";
import { runFor } from "./run-effect.ts";

type PageHandlers = Pick<
  Handlers<typeof DocumentService>,
  "getDocumentMarkdown" | "getDocumentPage" | "getDocumentPageImage" | "getDocumentText"
>;

/** Creates the rpcs of DocumentService that show the content of a document: its pages and its text. */
export const makePageHandlers: Effect.Effect<PageHandlers, never, Documents | DocumentPages | PagePictures> =
  Effect.gen(function* () {
    const documents = yield* Documents;
    const pages = yield* DocumentPages;
    const pictures = yield* PagePictures;
    return {
      getDocumentPage: async ({ collectionName, documentId, page }, context) => {
        const reading = Effect.flatMap(pages.text(collectionName, documentId, page), (read) =>
          Effect.map(pictures.size(read.document, page), (size) => ({ ...read, size })),
        );
        const { pageCount, text, range, isCut, size } = await runFor(context, reading);
        return {
          ...{ page, pageCount, text, truncated: isCut },
          ...(range !== undefined && { startChar: range.start, endChar: range.end }),
          ...size,
        };
      },

      getDocumentPageImage: async function* (request, context) {
        const { collectionName, documentId, page, width } = request;
        const shown = await runFor(context, pictures.picture(collectionName, documentId, page, width));
        const { bytes, mediaType, etag, document } = shown;
        const { offset, length } = rangeOf(request, bytes.byteLength);
        const info = {
          filename: `${document.filename}-${page}.${mediaType.replace("image/", "")}`,
          ...{ mediaType, etag },
          size: BigInt(bytes.byteLength),
          offset: BigInt(offset),
          length: BigInt(length),
        };
        yield { message: { case: "info" as const, value: info } };
        if (length > 0) yield { message: { case: "chunk" as const, value: bytes.subarray(offset, offset + length) } };
      },

      getDocumentText: (request, context) =>
        textMessages(documents, request, { extension: "txt", mediaType: "text/plain", text: new PagedText() }, context),

      getDocumentMarkdown: (request, context) =>
        textMessages(
          documents,
          request,
          { extension: "md", mediaType: "text/markdown", text: new MarkdownText() },
          context,
        ),
    };
  });
