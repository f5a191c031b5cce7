import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { type OpenApiOptions, openApiDocument } from "../document.ts";
import { DOCS_HTML, DOCS_ICON, DOCS_SCRIPT } from "./docs-page.ts";
import { DOCS_STYLE } from "./docs-style.ts";
import { DOCS_THEME_SCRIPT, DOCS_THEME_STYLE } from "./docs-theme.ts";
import { checkMethod, PAGE_METHODS, refuse } from "../../http/page-answers.ts";
import { makePage, type Page, sendPage } from "./page.ts";

/** Handles a request for one of its own paths and returns true for it; see `HttpServerOptions.fallback`. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const HTML = "text/html; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

const bundled = async (mediaType: string, file: string): Promise<Page> =>
  makePage(mediaType, await readFile(createRequire(import.meta.url).resolve(file)));

/**
 * Serves the contract at `/openapi.json`, and a user interface for it at `/docs`. Nothing is loaded from other servers.
 */
export function apiDocumentation(options: OpenApiOptions): PageHandler {
  // Each is built or read on first use; all are part of the package.
  const files = new Map([
    ["/openapi.json", async () => makePage("application/json", JSON.stringify(openApiDocument(options)))],
    ["/docs", () => makePage(HTML, DOCS_HTML)],
    ["/docs/quarry.svg", () => makePage("image/svg+xml", DOCS_ICON)],
    ["/docs/theme.css", () => makePage(STYLE, DOCS_THEME_STYLE)],
    ["/docs/theme.js", () => makePage(SCRIPT, DOCS_THEME_SCRIPT)],
    ["/docs/quarry.js", () => makePage(SCRIPT, DOCS_SCRIPT)],
    ["/docs/quarry.css", () => makePage(STYLE, DOCS_STYLE)],
    ["/docs/swagger-ui.css", () => bundled(STYLE, "swagger-ui-dist/swagger-ui.css")],
    ["/docs/swagger-ui-bundle.js", () => bundled(SCRIPT, "swagger-ui-dist/swagger-ui-bundle.js")],
  ]);
  const made = new Map<string, Promise<Page>>();
  return (request, response) => {
    const path = request.url!.split("?", 1)[0]!;
    if (path === "/docs/") return redirect(response);
    const make = files.get(path);
    if (make === undefined) return false;
    if (!checkMethod(PAGE_METHODS, request, response)) return true;
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
