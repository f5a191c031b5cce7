import { Effect } from "effect";
import { router } from "../trpc/trpc.ts";
import { makeCollectionsRouter } from "./collections.ts";
import { makeDocumentsRouter } from "./documents.ts";
import { makeOverviewRouter } from "./overview.ts";
import { makeSessionRouter } from "./session.ts";

/** Creates the router of all procedures that the console's pages call, by area. */
export const makeConsoleRouter = (version: string) =>
  Effect.gen(function* () {
    return router({
      session: makeSessionRouter(version),
      collections: yield* makeCollectionsRouter,
      documents: yield* makeDocumentsRouter,
      overview: yield* makeOverviewRouter,
    });
  });

/** Router type that the pages' tRPC client uses. */
export type ConsoleRouter = Effect.Success<ReturnType<typeof makeConsoleRouter>>;
