// What the hot reads cost in CPU time per call, beside the same statement on a bare connection in the same run:
//   node packages/store/test/measure-hot-reads.ts
import { DatabaseSync } from "node:sqlite";
import { newId } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { newCollection, newDocument, openTemporary, sqlitePlace } from "./fixture.ts";

const CALLS = 20_000;
const ROUNDS = 5;
const COLLECTIONS = 1_000;
const DOCUMENTS = 5_000;

const store = await openTemporary(sqlitePlace);
const names = Array.from({ length: COLLECTIONS }, (_, index) => `collection_${index}`);
const collectionId = newId();
const ids = Array.from({ length: DOCUMENTS }, () => newId());
await Effect.runPromise(
  store.database.transaction((transaction) =>
    Effect.gen(function* () {
      yield* store.collections.insert(newCollection({ id: collectionId }), transaction);
      for (const name of names) yield* store.collections.insert(newCollection({ name }), transaction);
      for (const id of ids) yield* store.documents.insert(newDocument(collectionId, { id }), transaction);
    }),
  ),
);
await Effect.runPromise(
  store.database.run((kysely) => kysely.updateTable("documents").set({ live_generation: 1 }).execute()),
);

/** Least of several rounds: the rest is other people's work on this machine. */
const cpuMicroseconds = async (calls: number, work: (index: number) => Effect.Effect<unknown, unknown>) => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await Effect.runPromise(
      Effect.gen(function* () {
        for (let index = 0; index < calls; index += 1) yield* work(index);
      }),
    );
    const used = process.cpuUsage(before);
    least = Math.min(least, (used.user + used.system) / calls);
  }
  return least;
};

const bare = new DatabaseSync((store.place as { readonly path: string }).path, { readOnly: true });
const byName = bare.prepare("select * from collections where name = ?");
const byId = bare.prepare("select * from documents where id = ?");
const some = ids.slice(0, 100);
const placeholders = some.map(() => "?").join(",");
const live = bare.prepare(`select id, live_generation from documents where id in (${placeholders})`);

const compare = async (
  title: string,
  calls: number,
  ours: (index: number) => Effect.Effect<unknown, unknown>,
  reference: (index: number) => unknown,
): Promise<void> => {
  const figure = await cpuMicroseconds(calls, ours);
  const floor = await cpuMicroseconds(calls, (index) => Effect.sync(() => reference(index)));
  const ratio = (figure / floor).toFixed(2);
  console.log(`${title}: ${figure.toFixed(1)} us (bare statement ${floor.toFixed(1)} us, ${ratio}x)`);
};

const nameAt = (index: number): string => names[index % names.length]!;
const idAt = (index: number): string => ids[index % ids.length]!;
await compare(
  "collection by name",
  CALLS,
  (index) => store.collections.findByName(nameAt(index)),
  (index) => byName.get(nameAt(index)),
);
await compare(
  "document",
  CALLS,
  (index) => store.documents.find(collectionId, idAt(index)),
  (index) => byId.get(idAt(index)),
);
await compare(
  "live generations of 100",
  CALLS / 20,
  () => store.documents.liveGenerations(some),
  () => live.all(...some),
);

bare.close();
await store.close();
