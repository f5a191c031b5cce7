import type { IncomingMessage } from "node:http";

/**
 * Whether a request comes from a page of the service itself. `SameSite=Strict` already keeps the cookie out of other
 * sites' requests; this check also covers other ports and subdomains, which count as the same site. Clients that send
 * neither header are not browsers, and need a session like any other.
 */
export const isSameOrigin = (request: IncomingMessage): boolean => {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && request.method === "GET");
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === hostOf(request);
};

/** Whether the browser uses TLS, to this service or to the proxy in front of it. */
export const isOverTls = (request: IncomingMessage): boolean =>
  String(request.headers["x-forwarded-proto"] ?? "")
    .split(",", 1)[0]!
    .trim() === "https";

const hostOf = ({ headers }: IncomingMessage): string | undefined =>
  (headers.host ?? headers[":authority"]) as string | undefined;
