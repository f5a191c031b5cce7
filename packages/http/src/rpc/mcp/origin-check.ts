import { isIP } from "node:net";

/**
 * Checks whether a browser page of this origin may call, by the request's `Origin` and `Host`. Other clients send no
 * origin. A page of another site can resolve its own name to this machine (DNS rebinding), so a name in `Host` proves
 * nothing. Allowed are pages of this machine, pages of the exact IP address that was called, and the origins that the
 * operator configured.
 */
export const originCheck = (allowed: readonly string[]) => {
  const named = new Set(allowed.map((origin) => URL.parse(origin)?.origin));
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined) return true;
    const page = URL.parse(origin);
    // Sandboxed pages and files send "null": any page could be behind it.
    if (page === null || !["http:", "https:"].includes(page.protocol)) return false;
    return named.has(page.origin) || isLoopback(page.hostname) || (isAddress(page.hostname) && page.host === host);
  };
};

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."));

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
