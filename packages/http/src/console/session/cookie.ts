const NAME = "quarry_session";

/** Sent back to the console's own paths only, by requests of its own pages only, and unreadable to scripts. */
const ATTRIBUTES = "Path=/console; HttpOnly; SameSite=Strict";

/** The `Set-Cookie` value of a session. */
export const sessionCookie = (sealed: string, lifetimeMs: number, isSecure: boolean): string =>
  `${NAME}=${sealed}; ${ATTRIBUTES}; Max-Age=${Math.floor(lifetimeMs / 1000)}${isSecure ? "; Secure" : ""}`;

/** The `Set-Cookie` value that removes it. */
export const clearedCookie = (): string => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Value of the session's cookie in a `Cookie` header. */
export const readCookie = (header: string | undefined): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
