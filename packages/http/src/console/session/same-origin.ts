import type { IncomingMessage } from "node:http";

/**
 * Whether a request comes from a page of the service itself. `SameSite=Strict` keeps the cookie out of other sites'
 * requests already; this also holds for other ports and subdomains of one site, which count as the same site. Programs
 * that send neither header are no browser's page, and need a session like everyone.
 */
export const isSameOrigin = (request: IncomingMessage): boolean => {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && request.method === "GET");
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === hostOf(request);
};

/** Whether the reader's browser speaks TLS, to us or to the proxy in front. */
export const isOverTls = (request: IncomingMessage): boolean =>
  String(request.headers["x-forwarded-proto"] ?? "")
    .split(",", 1)[0]!
    .trim() === "https";

const hostOf = ({ headers }: IncomingMessage): string | undefined =>
  (headers.host ?? headers[":authority"]) as string | undefined;
