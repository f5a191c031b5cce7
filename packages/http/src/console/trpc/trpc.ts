import { Scope } from "@quarry/api";
import { DomainError } from "@quarry/plugin/domain";
import { authorize } from "../../rpc/handler.ts";
import { initTRPC, TRPCError } from "@trpc/server";
import type { ConsoleContext } from "./context.ts";
import { trpcCode } from "./trpc-code.ts";

/** Comments that keep a quiet stream open through proxies. */
const PING_MS = 15_000;

const t = initTRPC.context<ConsoleContext>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: PING_MS }, client: { reconnectAfterInactivityMs: 3 * PING_MS } },
  // Details of an internal error are only in the log; the user gets the request id to find it there.
  errorFormatter: ({ shape, error, ctx }) => ({
    ...shape,
    message: isReported(error) ? shape.message : "Internal server error",
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, requestId: ctx?.requestId },
  }),
});

const isReported = (error: TRPCError): boolean => error.code !== "INTERNAL_SERVER_ERROR";

/** Failures that a caller may be told keep their text, with tRPC's own code for them. */
const withDomainErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof DomainError)) return result;
  const { retryAfterSeconds } = result.error.cause;
  if (retryAfterSeconds !== undefined && !ctx.response.headersSent) {
    ctx.response.setHeader("Retry-After", Math.ceil(retryAfterSeconds));
  }
  return { ...result, error: toTrpcError(result.error.cause) };
});

/** The same failure in tRPC's terms; for streams, whose failures pass no middleware. */
export const toTrpcError = (error: DomainError): TRPCError =>
  new TRPCError({ code: trpcCode(error.code), message: error.message, cause: error });

export const router = t.router;

/** For anyone, signed in or not. */
export const open = t.procedure.use(withDomainErrors);

/** Procedures for signed-in users: any key may read. Each procedure limits the result by the principal. */
export const signedIn = open.use(({ ctx, next }) => {
  if (ctx.session === undefined) throw new TRPCError({ code: "UNAUTHORIZED", message: "The session is over" });
  // Of a batch each call counts.
  ctx.sessions.spend(ctx.session);
  return next({ ctx: { ...ctx, session: ctx.session, principal: ctx.session.principal } });
});

/** For keys that may administer, and are not limited to some collections. */
export const operator = signedIn.use(({ ctx, next }) => {
  authorize(ctx.principal, Scope.ADMIN);
  if (ctx.principal.collections !== undefined) {
    throw new TRPCError({ code: "FORBIDDEN", message: "This needs a key that is not limited to collections" });
  }
  return next({ ctx });
});
