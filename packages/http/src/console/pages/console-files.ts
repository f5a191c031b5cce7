import type { IncomingMessage, ServerResponse } from "node:http";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { makePage, type Page, sendPage } from "../../protocols/index.ts";

const INDEX = "index.html";

/** Folder of files whose name contains a hash of their content. */
const HASHED = "assets/";

const FOREVER = "public, max-age=31536000, immutable";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quarry</title></head>
<body><h1>The console is not built</h1><p>Run <code>npm run console:build</code>, and load this page again.</p></body></html>
`;

/** Files of the built console: a fixed set, read once. No path of a request reaches the file system. */
export class ConsoleFiles {
  readonly #folder: string;
  #pages: Promise<ReadonlyMap<string, Page>> | undefined;

  /** @param folder output folder of the build. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Answers a path below the console's own, without its leading slash. A path without a file belongs to the console's
   * client-side router.
   */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const pages = await this.#load();
    const page = pages.get(path);
    if (page !== undefined) return sendPage(request, response, page);
    if (path.startsWith(HASHED)) return void response.writeHead(404, { "Content-Length": 0 }).end();
    const index = pages.get(INDEX);
    if (index !== undefined) return sendPage(request, response, index);
    sendPage(request, response, await makePage(MEDIA_TYPES[".html"]!, NOT_BUILT), 503);
  }

  #load(): Promise<ReadonlyMap<string, Page>> {
    this.#pages ??= readPages(this.#folder).then((pages) => {
      // The console is not built yet: the next request checks again.
      if (!pages.has(INDEX)) this.#pages = undefined;
      return pages;
    });
    return this.#pages;
  }
}

const readPages = async (folder: string): Promise<ReadonlyMap<string, Page>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && MEDIA_TYPES[extname(entry.name)] !== undefined);
  const pages = files.map(async (entry): Promise<[string, Page]> => {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join("/");
    const cacheControl = path.startsWith(HASHED) ? FOREVER : undefined;
    return [path, await makePage(MEDIA_TYPES[extname(file)]!, await readFile(file), cacheControl)];
  });
  return new Map(await Promise.all(pages));
};
