import type { IncomingMessage, ServerResponse } from "node:http";
import { failureBody } from "../../../rpc/failure-body.ts";
import { type OpenApiOptions, openApiDocument } from "../document.ts";
import { docsFiles } from "./docs-files.ts";
import { makePage, type Page, sendPage } from "./page.ts";

/** Handles a request for one of its own paths and returns true for it; see `HttpServerOptions.fallback`. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const ALLOWED = "GET, HEAD";

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
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", ALLOWED);
      return answerDetail(response, 405, `Method not allowed: must be one of ${ALLOWED}, got ${request.method}`);
    }
    if (!made.has(path)) made.set(path, make());
    void made.get(path)!.then(
      (page) => sendPage(request, response, page),
      () => answerDetail(response, 500, "Internal server error"),
    );
    return true;
  };
}

/** Redirects `/docs/` to `/docs`, because the page's relative paths are resolved against its folder. */
function redirect(response: ServerResponse): boolean {
  response.writeHead(308, { Location: "../docs" }).end();
  return true;
}

function answerDetail(response: ServerResponse, status: number, detail: string): boolean {
  response.writeHead(status, { "Content-Type": "application/json" }).end(failureBody(status, detail));
  return true;
}
