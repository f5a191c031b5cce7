import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import { now } from "./now.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Runs several statements in `within`, otherwise in a transaction of their own. `time` is the time of this call. */
export const inTransaction = <A>(
  database: DatabaseService,
  query: (kysely: Kysely<Tables>, time: string) => Promise<A>,
  within?: Transaction,
): Effect.Effect<A, StoreError> =>
  database.transaction(
    (transaction) => Effect.flatMap(now, (time) => database.run((kysely) => query(kysely, time), transaction)),
    within,
  );
