const NAME = "quarry_session";

/**
 * Attributes that restrict the cookie to the console's own paths and to requests of its own pages, and hide it from
 * scripts.
 */
const ATTRIBUTES = "Path=/console; HttpOnly; SameSite=Strict";

/** Builds the `Set-Cookie` value of a session. */
export const sessionCookie = (sealed: string, lifetimeMs: number, isSecure: boolean): string =>
  `${NAME}=${sealed}; ${ATTRIBUTES}; Max-Age=${Math.floor(lifetimeMs / 1000)}${isSecure ? "; Secure" : ""}`;

/** Builds the `Set-Cookie` value that removes the session's cookie. */
export const clearedCookie = (): string => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Returns the value of the session's cookie in a `Cookie` header. */
export const readCookie = (header: string | undefined): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
