import { OperationService } from "@quarry/api";
import {
  type DocumentOperationKind,
  FilterFields,
  Operations,
  PATCH,
  type SharedPatch,
  type WorkRequest,
} from "@quarry/catalog";
import type { JsonObject } from "@quarry/plugin/domain";
import { onBehalfOf } from "@quarry/jobs";
import type { OperationRecord } from "@quarry/store";
import { Effect } from "effect";
import { bindWholeService, type CallContext } from "./handler.ts";
import { fromTimestamp, pageOf } from "./messages.ts";
import { reportUnknownFields } from "./names-header.ts";
import { ACCEPTED, toOperation, toWorkAnswer } from "./operation-messages.ts";
import { type HandlerFailure, runFor, runToEndFor } from "./run-effect.ts";
import { watchOperation } from "./watch-operation.ts";

const begin = (work: Effect.Effect<OperationRecord, HandlerFailure>, context: CallContext): Promise<OperationRecord> =>
  runToEndFor(context, onBehalfOf(context.principal?.name)(work));

/** Creates the rpcs of OperationService. */
export const makeOperationHandlers = Effect.gen(function* () {
  const operations = yield* Operations;
  const fields = yield* FilterFields;
  const start = async (
    kind: DocumentOperationKind,
    request: WorkRequest & { collectionName: string },
    context: CallContext,
    parameters: JsonObject = {},
  ) => {
    // Checked before the deletion, because it can delete the last documents with a field.
    const unknown = await runFor(context, fields.unknownOfDocuments(request.collectionName, request.filters));
    reportUnknownFields(context, unknown);
    const work = operations.start(request.collectionName, kind, request, parameters);
    const answer = await runToEndFor(context, onBehalfOf(context.principal?.name)(work));
    if (answer.operation !== undefined) context.status = ACCEPTED;
    return toWorkAnswer(answer);
  };
  const check = (id: string, context: CallContext) =>
    runFor(context, operations.get(id, context.principal?.collections));

  return bindWholeService(OperationService, {
    listOperations: async (request, { principal }) => {
      const names = request.collection === undefined ? principal?.collections : [request.collection];
      const page = await runToEndFor(
        { principal },
        operations.list({
          ...pageOf(request),
          collectionNames: names && [...names],
        }),
      );
      return { operations: page.items.map(toOperation), total: page.total };
    },

    getOperation: async (request, context) => toOperation(await check(request.id, context)),

    watchOperation: async function* (request, context) {
      for await (const operation of watchOperation(() => check(request.id, context), context.signal)) {
        yield toOperation(operation);
      }
    },

    cancelOperation: async (request, context) =>
      toOperation(await runToEndFor(context, operations.cancel(request.id, context.principal?.collections))),

    deleteDocuments: (request, context) => start("delete_documents", request, context),

    updateDocuments: (request, context) => {
      const { metadata, expiresAt, clearExpiresAt } = request;
      const patch: SharedPatch = {
        ...(metadata !== undefined && { metadata }),
        ...(expiresAt !== undefined && { expiresAt: fromTimestamp(expiresAt) }),
        ...(clearExpiresAt && { expiresAt: null }),
      };
      return start("update_documents", request, context, { [PATCH]: patch as JsonObject });
    },

    reprocessDocuments: (request, context) => start("reprocess_documents", request, context),

    truncateCollection: async ({ collectionName }, context) =>
      toOperation(await begin(operations.truncate(collectionName), context)),

    reembedCollection: async ({ collectionName }, context) =>
      toOperation(await begin(operations.reembed(collectionName), context)),
  });
});
