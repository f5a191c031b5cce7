import { Storage } from "@quarry/catalog";
import { Effect } from "effect";
import { makeChangeHandlers } from "./change-handlers.ts";
import { makeCollectionHandlers } from "./collection-handlers.ts";
import { makeDocumentHandlers } from "./document-handlers.ts";
import { makeInstallationHandlers } from "./installation-handlers.ts";
import { makeJobHandlers } from "./job-handlers.ts";
import { type KeyHandlersOptions, makeKeyHandlers } from "./key-handlers.ts";
import { makeModelHandlers } from "./model-handlers.ts";
import { makeOperationHandlers } from "./operation-handlers.ts";
import { makeHealthHandlers, makePlatformHandlers } from "./platform-handlers.ts";
import { makeQueryHandlers } from "./query-handlers.ts";
import { makeTransferHandlers } from "./transfer-handlers.ts";
import { boundByRoom } from "./room-for-calls.ts";
import { makeVectorHandlers } from "./vector-handlers.ts";
import { makeWebhookHandlers } from "./webhook-handlers.ts";

/** Creates all services of the contract. An rpc without a handler answers "not implemented". */
export const makeServices = (version: string, keys: KeyHandlersOptions) =>
  Effect.flatMap(Storage, (storage) =>
    Effect.map(Effect.all(handlersOf(version, keys)), (services) =>
      services.map((bound) => boundByRoom(storage, bound)),
    ),
  );

const handlersOf = (version: string, keys: KeyHandlersOptions) =>
  [
    makeChangeHandlers,
    makeCollectionHandlers,
    makeDocumentHandlers,
    makeInstallationHandlers(version),
    makeJobHandlers,
    makeKeyHandlers(keys),
    makeModelHandlers,
    makeOperationHandlers,
    makeQueryHandlers,
    makePlatformHandlers(version),
    makeTransferHandlers,
    makeVectorHandlers,
    makeWebhookHandlers,
  ] as const;

/** Creates the services of a process that only runs workers: its health. */
export const makeHealthServices = (version: string) => Effect.all([makeHealthHandlers(version)]);
