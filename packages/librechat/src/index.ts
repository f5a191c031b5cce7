// LibreChat's rag_api, over one collection that keeps the files of its users.
export { makeLibrechatRoutes, type LibrechatOptions } from "./librechat-routes.ts";
