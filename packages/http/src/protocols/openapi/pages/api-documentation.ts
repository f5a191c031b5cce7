import type { IncomingMessage, ServerResponse } from "node:http";
import { type OpenApiOptions, openApiDocument } from "../document.ts";
import { docsFiles } from "./docs-files.ts";
import { hasMethod, PAGE_METHODS, refuse } from "../../http/page-answers.ts";
import { makePage, type Page, sendPage } from "./page.ts";

/** Handles a request for one of its own paths and returns true for it; see `HttpServerOptions.fallback`. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves the contract at `/openapi.json`, and a user interface for it at `/docs`. Nothing is loaded from other servers.
 */
export function apiDocumentation(options: OpenApiOptions): PageHandler {
  const files = new Map(docsFiles());
  files.set("/openapi.json", async () => makePage("application/json", JSON.stringify(openApiDocument(options))));
  const made = new Map<string, Promise<Page>>();
  return (request, response) => {
    const path = request.url!.split("?", 1)[0]!;
    if (path === "/docs/") return redirect(response);
    const make = files.get(path);
    if (make === undefined) return false;
    if (!hasMethod(PAGE_METHODS, request, response)) return true;
    if (!made.has(path)) made.set(path, make());
    void made.get(path)!.then(
      (page) => sendPage(request, response, page),
      () => refuse(response, 500, "Internal server error"),
    );
    return true;
  };
}

/** Redirects `/docs/` to `/docs`, because the page's relative paths are resolved against its folder. */
function redirect(response: ServerResponse): boolean {
  response.writeHead(308, { Location: "../docs" }).end();
  return true;
}
