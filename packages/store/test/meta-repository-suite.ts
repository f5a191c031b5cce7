import { Database, type DatabaseService, MetaRepository, type MetaRepositoryService } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const run = Effect.runPromise;
const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(MetaRepository.layer.pipe(Layer.provideMerge(databaseLayer(location))));

export const metaRepositorySuite = (createDatabase: CreateDatabase): void => {
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let database: DatabaseService;
  let meta: MetaRepositoryService;

  beforeEach(async () => {
    const made = await createDatabase();
    remove = made.remove;
    runtime = open(made.location);
    database = await runtime.runPromise(Database);
    meta = await runtime.runPromise(MetaRepository);
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  test("get returns the value that was set last", async () => {
    expect(await run(meta.get("fact"))).toBeUndefined();
    await run(meta.set("fact", "one"));
    await run(meta.set("fact", "two"));
    expect(await run(meta.get("fact"))).toBe("two");
  });

  test("names are any text, compared byte by byte", async () => {
    const names = ["a", "a ", "A", "ä", "a\u0308", "日本語", "😀", "\uFF5E", "ß", "ss", "", "%", "x'\"\\`\n"];
    for (const name of names) await run(meta.set(name, `value of ${name}`));
    for (const name of names) expect(await run(meta.get(name))).toBe(`value of ${name}`);
    expect(await run(meta.get("ä "))).toBeUndefined();
    const rows = await run(
      database.read((kysely) => kysely.selectFrom("meta").select("name").orderBy("name").execute()),
    );
    expect(rows.map(({ name }) => name)).toEqual(
      names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
    );
  });
};
