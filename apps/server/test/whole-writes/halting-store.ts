import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { defineVectorStore, PluginError } from "@quarry/plugin";
import embedded from "@quarry/vector-embedded";
import { Effect, Schema } from "effect";

const PLUGIN = "halting-store";

/** Moment at which a call is halted: before it has done anything, or after it has done everything. */
export type Moment = `${"before" | "after"} ${"upsert" | "deleteByIds"}`;

/**
 * Embedded store that halts at the moments in the file `orders`, one per line: "hold before upsert" waits there until
 * the line is gone, "fail after upsert" fails. Each call is logged in the file `log`.
 */
export default defineVectorStore({
  name: PLUGIN,
  specVersion: 1,
  capabilities: embedded.capabilities,
  settings: Schema.Struct({ orders: Schema.String, log: Schema.String }),
  make: ({ orders, log }, context) =>
    Effect.gen(function* () {
      const store = yield* embedded.make(Schema.decodeUnknownSync(embedded.settings)({}), context);
      const input = (order: string): boolean => readFileSync(orders, "utf8").split("\n").includes(order);
      const meet = (moment: Moment) =>
        Effect.gen(function* () {
          if (input(`fail ${moment}`)) {
            appendFileSync(log, `failed ${moment}\n`);
            return yield* new PluginError({ plugin: PLUGIN, reason: "unavailable", message: `told to fail ${moment}` });
          }
          if (!input(`hold ${moment}`)) return;
          appendFileSync(log, `held ${moment}\n`);
          while (input(`hold ${moment}`)) yield* Effect.promise(() => delay(20));
        });
      return {
        ...store,
        get health() {
          return store.health;
        },
        upsert: (collection, records) =>
          meet("before upsert").pipe(
            Effect.andThen(store.upsert(collection, records)),
            Effect.andThen(meet("after upsert")),
          ),
        deleteByIds: (collection, ids) =>
          meet("before deleteByIds").pipe(
            Effect.andThen(store.deleteByIds(collection, ids)),
            Effect.tap(() => meet("after deleteByIds")),
          ),
      };
    }),
});
