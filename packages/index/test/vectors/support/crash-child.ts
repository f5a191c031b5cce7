// Writes until it is killed and prints each acknowledged write. Killed by the crash test.
import plugin from "@quarry/vector-embedded";
import { Effect, Schema } from "effect";
import { recordOf } from "./plain-records.ts";

const [dataDirectory, round] = process.argv.slice(2) as [string, string];
const settings = Schema.decodeUnknownSync(plugin.settings)({});
const WRITERS = 6;

const program = Effect.gen(function* () {
  const store = yield* plugin.make(settings, { dataDirectory, log: () => {} });
  yield* store.ensureCollection({ collection: "crash", dimension: 16 });
  const write = Effect.fnUntraced(function* (writer: number) {
    for (let n = 0; ; n += 1) {
      const key = `${round}-${writer}-${n}`;
      yield* store.upsert("crash", [recordOf(`${key}-a`, n), recordOf(`${key}-b`, n), recordOf(`last-${writer}`, n)]);
      process.stdout.write(`+${key}\n`);
      if (n % 5 === 4) {
        yield* store.deleteByIds("crash", [`${key}-a`]);
        process.stdout.write(`-${key}\n`);
      }
    }
  });
  yield* Effect.all(
    Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    { concurrency: "unbounded" },
  );
});

await Effect.runPromise(Effect.scoped(program));
