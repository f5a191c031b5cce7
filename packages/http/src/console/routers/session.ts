import { TRPCError } from "@trpc/server";
import { Schema } from "effect";
import type { KeyScope } from "@quarry/plugin/domain";
import type { Session } from "../session/sessions.ts";
import { open, router } from "../trpc/trpc.ts";

/** Current session, as far as the page needs it to decide which actions to show. */
export interface SessionView {
  /** Name of the key. */
  readonly name: string;
  readonly scope: KeyScope;
  /** Only collections that the key may access; null for all. */
  readonly collections: readonly string[] | null;
  readonly version: string;
}

const MAX_KEY_LENGTH = 4_096;

const OpenSession = Schema.toStandardSchemaV1(
  Schema.Struct({ key: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(MAX_KEY_LENGTH)) }),
);

/** Creates the router that opens and closes sessions. A key is only ever an input, never part of a response. */
export const makeSessionRouter = (version: string) =>
  router({
    /** Null if the caller is not signed in. */
    get: open.query(({ ctx }) => (ctx.session === undefined ? null : viewOf(ctx.session, version))),

    open: open.input(OpenSession).mutation(async ({ ctx, input }) => {
      const opened = ctx.sessions.open(input.key.trim(), ctx.isSecure);
      if (opened === undefined) await ctx.wrongKey();
      if (opened === undefined) throw new TRPCError({ code: "UNAUTHORIZED", message: "No such key" });
      ctx.response.setHeader("Set-Cookie", opened.cookie);
      return viewOf(opened.session, version);
    }),

    /** Ends the session in every process, and within seconds the streams that it opened. */
    close: open.mutation(async ({ ctx }) => {
      ctx.response.setHeader("Set-Cookie", ctx.sessions.close());
      if (ctx.session !== undefined) await ctx.sessions.end(ctx.session);
    }),
  });

const viewOf = ({ principal }: Session, version: string): SessionView => ({
  name: principal.name,
  scope: principal.scope,
  collections: principal.collections === undefined ? null : [...principal.collections],
  version,
});
