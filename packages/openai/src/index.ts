// OpenAI's API for files, vector stores and embeddings, over the services behind /v1/collections.
import type { GroupRoute, RouteGroup } from "@quarry/http/protocols";
import { Effect } from "effect";
import { batchRoutes } from "./batch-routes.ts";
import { embeddingsRoute } from "./embeddings-route.ts";
import { fileRoutes } from "./file-routes.ts";
import { modelRoutes } from "./models.ts";
import { failureBody } from "./problems.ts";
import { searchRoute } from "./search-route.ts";
import { type OpenAiOptions, openAiServices, type Services } from "./services.ts";
import { storeFileRoutes } from "./store-file-routes.ts";
import { uploadRoutes } from "./upload-routes.ts";
import { vectorStoreRoutes } from "./vector-store-routes.ts";

export type { ModelAlias, OpenAiOptions } from "./services.ts";

export { CALLS, type ServedCall } from "./calls.ts";

/** Returns the routes over these services. */
export const routesOf = (services: Services, options: OpenAiOptions): readonly GroupRoute[] => [
  ...fileRoutes(services),
  ...uploadRoutes(services),
  ...vectorStoreRoutes(services),
  ...storeFileRoutes(services),
  ...batchRoutes(services),
  searchRoute(services),
  embeddingsRoute(services, options),
  ...modelRoutes(services, options),
];

/** Creates the routes for a server that also serves the contract. */
export const makeOpenAiRoutes = (options: OpenAiOptions) =>
  Effect.map(openAiServices, (services): RouteGroup => ({
    prefixes: ["/v1/files", "/v1/uploads", "/v1/vector_stores", "/v1/models"],
    paths: ["/v1/embeddings"],
    failureBody,
    routes: routesOf(services, options),
  }));
