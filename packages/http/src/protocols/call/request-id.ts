import { randomUUID } from "node:crypto";

/** Request ids accepted from callers: short, and harmless in a log line and a header. */
const SANE = /^[A-Za-z0-9][A-Za-z0-9._:/+=@-]{0,127}$/;

/** The caller's `X-Request-Id` if it is sane, else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === "string" && SANE.test(header) ? header : randomUUID();
