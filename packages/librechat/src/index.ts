// LibreChat's rag_api, over one collection that stores the files of its users.
export { makeLibrechatRoutes, type LibrechatOptions } from "./librechat-routes.ts";
