import { randomUUID } from "node:crypto";

/** Request ids accepted from callers: short, and harmless in a log line and a header. */
const SANE = /^[A-Za-z0-9][A-Za-z0-9._:/+=@-]{0,127}$/;

/** Returns the caller's `X-Request-Id` if it is valid, else a new id. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === "string" && SANE.test(header) ? header : randomUUID();
