import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { DOCS_HTML, DOCS_ICON, DOCS_SCRIPT } from "./docs-page.ts";
import { DOCS_STYLE } from "./docs-style.ts";
import { DOCS_THEME_SCRIPT, DOCS_THEME_STYLE } from "./docs-theme.ts";
import { makePage, type Page } from "./page.ts";

const HTML = "text/html; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** Files of the user interface, by path. Each is built or read on first use; they are part of the package. */
export const docsFiles = (): ReadonlyMap<string, () => Promise<Page>> =>
  new Map([
    ["/docs", async () => makePage(HTML, DOCS_HTML)],
    ["/docs/quarry.svg", async () => makePage("image/svg+xml", DOCS_ICON)],
    ["/docs/theme.css", async () => makePage(STYLE, DOCS_THEME_STYLE)],
    ["/docs/theme.js", async () => makePage(SCRIPT, DOCS_THEME_SCRIPT)],
    ["/docs/quarry.js", async () => makePage(SCRIPT, DOCS_SCRIPT)],
    ["/docs/quarry.css", async () => makePage(STYLE, DOCS_STYLE)],
    ["/docs/swagger-ui.css", () => bundled(STYLE, "swagger-ui-dist/swagger-ui.css")],
    ["/docs/swagger-ui-bundle.js", () => bundled(SCRIPT, "swagger-ui-dist/swagger-ui-bundle.js")],
  ]);

const bundled = async (mediaType: string, file: string): Promise<Page> =>
  makePage(mediaType, await readFile(createRequire(import.meta.url).resolve(file)));
