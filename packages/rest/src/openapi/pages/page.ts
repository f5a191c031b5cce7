import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { noneMatchNames } from "../../http/entity-tags.ts";

/** What a path answers with, the same for everyone. */
export interface Page {
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

export function makePage(mediaType: string, content: string | Buffer): Page {
  const bytes = Buffer.from(content);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
  return { mediaType, bytes, etag: `"${hash}"` };
}

/**
 * Only the service's own files run, and they talk to nobody but the service: what documents or a proxy might slip into
 * a page gets no hold, and nothing is loaded from elsewhere.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a page, or 304 when the caller has it. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  response.setHeader("ETag", page.etag);
  // Asked for again each time, at the price of a 304: after an update nobody sees the old contract.
  response.setHeader("Cache-Control", "no-cache");
  response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  if (noneMatchNames(request.headers["if-none-match"], page.etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { "Content-Type": page.mediaType, "Content-Length": page.bytes.byteLength });
  response.end(request.method === "HEAD" ? undefined : page.bytes);
}
