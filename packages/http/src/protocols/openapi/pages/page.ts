import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Negotiator from "negotiator";
import { noneMatchNames } from "../../http/entity-tags.ts";

/** Static response of a path, the same for every caller. */
export interface Page {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Bytes in gzip; undefined if that saves nothing. */
  readonly gzipped: Buffer | undefined;
  readonly etag: string;
  readonly cacheControl: string;
}

// Revalidated on each use, at the cost of a 304: after an update no client shows the old contract.
const REVALIDATE = "no-cache";

const gzipAsync = promisify(gzip);

/**
 * Builds a page and compresses it once for all requests. By default, `cacheControl` requires revalidation on each use.
 */
export async function makePage(mediaType: string, content: string | Buffer, cacheControl = REVALIDATE): Promise<Page> {
  const bytes = Buffer.from(content);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
  const gzipped = await gzipAsync(bytes);
  const isSmaller = gzipped.byteLength < bytes.byteLength * 0.9;
  return { mediaType, bytes, gzipped: isSmaller ? gzipped : undefined, etag: `"${hash}"`, cacheControl };
}

/**
 * Allows only the service's own files to run, and only connections to the service. Content that a document or a proxy
 * injects into a page can't run, and nothing is loaded from other servers.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a page, or 304 if the client has it cached. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page, status = 200): void {
  response.setHeader("ETag", page.etag);
  response.setHeader("Cache-Control", page.cacheControl);
  response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  if (page.gzipped !== undefined) response.setHeader("Vary", "Accept-Encoding");
  if (noneMatchNames(request.headers["if-none-match"], page.etag)) {
    response.writeHead(304).end();
    return;
  }
  const gzipped = acceptsGzip(request) ? page.gzipped : undefined;
  if (gzipped !== undefined) response.setHeader("Content-Encoding", "gzip");
  const body = gzipped ?? page.bytes;
  response.writeHead(status, { "Content-Type": page.mediaType, "Content-Length": body.byteLength });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Whether the client prefers gzip. */
const acceptsGzip = (request: IncomingMessage): boolean =>
  new Negotiator(request).encoding(["gzip", "identity"]) === "gzip";
