import { tracked } from "@trpc/server";
import { Effect } from "effect";
import type { MetricsRange } from "../metrics/request-meter.ts";
import { ticks } from "../trpc/ticks.ts";
import { router, signedIn } from "../trpc/trpc.ts";
import { makeReadOverview } from "./overview-read.ts";

const EVERY_MS = 2_000;

/** Creates the router of the overview, which shows the state of the service. */
export const makeOverviewRouter = Effect.map(makeReadOverview, (read) =>
  router({
    get: signedIn.input(overviewInput).query(({ ctx, input }) => read(ctx.principal, input.range)),

    /**
     * Sends a value immediately and then every 2 s, until the client disconnects, the session ends or the server stops.
     */
    live: signedIn.input(overviewInput).subscription(async function* ({ ctx, input, signal }) {
      for await (const _tick of ticks(EVERY_MS, signal)) {
        if (!ctx.sessions.isOpen(ctx.session)) return;
        const overview = await read(ctx.principal, input.range);
        yield tracked(String(overview.at), overview);
      }
    }),
  }),
);

/** Treats any unknown range as the last hour: pages of another version must not fail on it. */
function overviewInput(input: unknown): { readonly range: MetricsRange } {
  const range = typeof input === "object" && input !== null && "range" in input ? input.range : undefined;
  return { range: range === "minutes" ? "minutes" : "hour" };
}
