import { Collections, Documents, Uploads } from "@quarry/catalog";
import { ProgressHub } from "@quarry/events";
import type { GroupRequest } from "@quarry/http/protocols";
import { runEffect, runToEndFor, WatchedRecords, watchProgress } from "@quarry/http/rpc";
import { onBehalfOf } from "@quarry/jobs";
import { isDomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { userOf } from "./librechat-callers.ts";
import { readForm } from "./read-request.ts";

/** Ingests a file and answers once it is searchable, or with the reason why it failed. */
export const makeEmbedFile = Effect.fnUntraced(function* ({
  collection,
  maxBytes,
}: {
  readonly collection: string;
  readonly maxBytes: number;
}) {
  const collections = yield* Collections;
  const documents = yield* Documents;
  const uploads = yield* Uploads;
  const sources = { documents, hub: yield* ProgressHub, records: new WatchedRecords(documents) };

  /** Begins an upload to the collection, which the first file creates. */
  const begin = uploads.begin(collection).pipe(
    Effect.catchIf(
      (error) => isDomainError(error, "not_found"),
      () =>
        collections.create({ name: collection, description: "Files of LibreChat" }).pipe(
          Effect.catchIf(
            (error) => isDomainError(error, "already_exists"),
            () => Effect.void,
          ),
          Effect.andThen(uploads.begin(collection)),
        ),
    ),
  );

  return async (request: GroupRequest, fileField: string) => {
    const { context, principal } = request;
    const upload = await runEffect(begin);
    try {
      const form = await readForm(request, fileField, maxBytes, (filename, bytes) =>
        runEffect(upload.stage({ filename, bytes })),
      );
      const { fileId, entityId, filename } = form;
      const owner = { user_id: userOf(principal), ...(entityId !== undefined && { entity_id: entityId }) };
      const admission = { metadata: { file_id: fileId, ...owner }, onConflict: "replace" } as const;
      const recording = upload.record(admission, () => ({ externalId: fileId }));
      const [recorded] = await runToEndFor(context, onBehalfOf(principal.name)(recording));
      if (recorded!.outcome === "refused") throw recorded!.problem;
      const documentId = recorded!.document.id;
      const problem = await request.whileWaiting(() => problemWith(request, documentId));
      if (problem !== undefined) await runToEndFor(context, Effect.ignore(documents.remove(collection, documentId)));
      return {
        ...{ status: problem === undefined, message: problem ?? "File processed successfully." },
        ...{ file_id: fileId, filename, known_type: true },
      };
    } finally {
      await runEffect(upload.end);
    }
  };

  /** Waits until the document is ready or failed; returns undefined if it is ready. */
  async function problemWith({ context }: GroupRequest, documentId: string): Promise<string | undefined> {
    for await (const { step, message } of watchProgress(sources, { collectionName: collection, documentId }, context)) {
      if (step === "complete") return undefined;
      if (step === "failed") return message;
    }
    return "the file was not processed to the end";
  }
});
