import type { ServerResponse } from "node:http";
import { DomainError, type ErrorCode } from "@quarry/plugin/domain";
import { initTRPC, TRPCError } from "@trpc/server";
import type { Session, Sessions } from "../session/sessions.ts";

/** Context of a procedure call. */
export interface ConsoleContext {
  readonly sessions: Sessions;
  /** Undefined if the caller is not signed in. */
  readonly session: Session | undefined;
  readonly requestId: string;
  readonly isSecure: boolean;
  /** Records an attempt with an unknown key. Waits if its address has made too many. */
  readonly wrongKey: () => Promise<void>;
  /** Used for cookies only; tRPC writes the answer itself. */
  readonly response: ServerResponse;
}

/** Interval of the comments that keep an idle stream open through proxies. */
const PING_MS = 15_000;

const t = initTRPC.context<ConsoleContext>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: PING_MS }, client: { reconnectAfterInactivityMs: 3 * PING_MS } },
  // Details of an internal error are only logged; the user gets the request id to find them there.
  errorFormatter: ({ shape, error, ctx }) => ({
    ...shape,
    message: isReported(error) ? shape.message : "Internal server error",
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, requestId: ctx?.requestId },
  }),
});

const isReported = (error: TRPCError): boolean => error.code !== "INTERNAL_SERVER_ERROR";

/** Converts failures that a caller may see to tRPC's code for them, with their text. */
const withDomainErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof DomainError)) return result;
  const { retryAfterSeconds } = result.error.cause;
  if (retryAfterSeconds !== undefined && !ctx.response.headersSent) {
    ctx.response.setHeader("Retry-After", Math.ceil(retryAfterSeconds));
  }
  return { ...result, error: toTrpcError(result.error.cause) };
});

/** tRPC's code for each failure, which also decides the HTTP status. */
const CODES: Readonly<Record<ErrorCode, TRPCError["code"]>> = {
  invalid_argument: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  permission_denied: "FORBIDDEN",
  not_found: "NOT_FOUND",
  already_exists: "CONFLICT",
  conflict: "CONFLICT",
  outdated: "PRECONDITION_FAILED",
  too_large: "PAYLOAD_TOO_LARGE",
  out_of_range: "BAD_REQUEST",
  resource_exhausted: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  unimplemented: "NOT_IMPLEMENTED",
  plugin_fault: "BAD_GATEWAY",
  internal: "INTERNAL_SERVER_ERROR",
};

/** Converts a failure to a tRPC error, for streams, whose failures pass no middleware. */
export const toTrpcError = (error: DomainError): TRPCError =>
  new TRPCError({ code: CODES[error.code], message: error.message, cause: error });

export const router = t.router;

/** Procedures for all callers, signed in or not. */
export const open = t.procedure.use(withDomainErrors);

/**
 * Procedures for signed-in users: any key may read. Each procedure restricts its result to what the principal may
 * access.
 */
export const signedIn = open.use(({ ctx, next }) => {
  if (ctx.session === undefined) throw new TRPCError({ code: "UNAUTHORIZED", message: "The session has expired" });
  // Each call of a batch counts.
  ctx.sessions.spend(ctx.session);
  return next({ ctx: { ...ctx, session: ctx.session, principal: ctx.session.principal } });
});
