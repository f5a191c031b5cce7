// Open WebUI's document loader and web search, implemented by the parsers and the collections of the service.
export { makeOpenWebuiRoutes } from "./open-webui-routes.ts";
