import { DomainError } from "@quarry/plugin/domain";
import { initTRPC, TRPCError } from "@trpc/server";
import type { ConsoleContext } from "./context.ts";
import { trpcCode } from "./trpc-code.ts";

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

/** Converts a failure to a tRPC error, for streams, whose failures pass no middleware. */
export const toTrpcError = (error: DomainError): TRPCError =>
  new TRPCError({ code: trpcCode(error.code), message: error.message, cause: error });

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
