import { type ImportCollectionRequest, TransferService } from "@quarry/api";
import { Transfers } from "@quarry/catalog";
import { invalidArgument } from "@quarry/plugin/domain";
import { onBehalfOf } from "@quarry/jobs";
import { Effect } from "effect";
import { type BoundService, bindWholeService, type CallContext } from "./handler.ts";
import { redacted, toCollection } from "./messages.ts";
import { runEffect } from "./run-effect.ts";

/** Header of the key over HTTP, because a key must not be in a URL. */
const KEY_HEADER = "x-embedding-api-key";

/** Creates the rpcs of TransferService. */
export const makeTransferHandlers: Effect.Effect<BoundService, never, Transfers> = Effect.gen(function* () {
  const transfers = yield* Transfers;
  return bindWholeService(TransferService, {
    exportCollection: async function* ({ name }) {
      const bytes = await runEffect(transfers.export(name, runEffect));
      yield {
        message: { case: "info" as const, value: { filename: `${name}.tar`, mediaType: "application/x-tar" } },
      };
      for await (const chunk of bytes) {
        if (chunk.byteLength > 0) yield { message: { case: "chunk" as const, value: chunk } };
      }
    },

    importCollection: async (requests, context) => {
      const messages = requests[Symbol.asyncIterator]();
      const request = importRequest(await messages.next(), context);
      const imported = transfers.import(request, chunksOf(messages));
      return toCollection(await runEffect(onBehalfOf(context.principal?.name)(imported)));
    },
  });
});

const importRequest = ({ done, value }: IteratorResult<ImportCollectionRequest, undefined>, context: CallContext) => {
  const header = done === true || value.message.case !== "header" ? undefined : value.message.value;
  if (header === undefined) throw invalidArgument("header: must be the first message of an import");
  return {
    name: header.name,
    newIds: header.newIds ?? false,
    reembed: header.reembed ?? false,
    embeddingApiKey: redacted(header.embeddingApiKey ?? context.header(KEY_HEADER)),
  };
};

async function* chunksOf(
  messages: AsyncIterator<ImportCollectionRequest, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const { done, value } = await messages.next();
    if (done === true) return;
    const { message } = value;
    if (message.case === "header") throw invalidArgument("header: must be given once, first of all");
    if (message.case === "chunk") yield message.value;
  }
}
