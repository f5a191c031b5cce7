import { WebhookService } from "@quarry/api";
import { Effect } from "effect";
import { makeCollectionHandlers } from "./collection-handlers.ts";
import { makeDocumentHandlers } from "./document-handlers.ts";
import { bindService } from "./handler.ts";
import { makePlatformHandlers } from "./platform-handlers.ts";
import { makeQueryHandlers } from "./query-handlers.ts";
import { makeVectorHandlers } from "./vector-handlers.ts";

/** Every service of the contract. An rpc without a handler answers "not implemented". */
export const makeServices = (version: string) =>
  Effect.all([
    makeCollectionHandlers,
    makeDocumentHandlers,
    makeQueryHandlers,
    makePlatformHandlers(version),
    makeVectorHandlers,
    Effect.succeed(bindService(WebhookService, {})),
  ]);
