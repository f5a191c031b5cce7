// Lists of documents and facets at many documents: median time and CPU of a call, in this process.
// node packages/store/test/measure-document-lists.ts [documents] [sqlite|mysql]
import { newId, parseFilter } from "@quarry/plugin/domain";
import { DOCUMENT_SORT_KEYS } from "@quarry/store";
import { Effect } from "effect";
import { newCollection, newDocument, openTemporary, sqlitePlace } from "./fixture.ts";
import { reusedMysqlPlace } from "./mysql-place.ts";

const [documents = 100_000, database = "sqlite"] = [Number(process.argv[2] ?? 100_000), process.argv[3]];
const ROUNDS = 15;
const FILLED_AT_ONCE = 250;

const mysql = database === "mysql" ? reusedMysqlPlace() : undefined;
const store = await openTemporary(mysql?.makePlace ?? sqlitePlace);
const run = Effect.runPromise;

const day = (index: number) => new Date(1_600_000_000_000 + ((index * 7_919) % 1_500) * 86_400_000).toISOString();

const fill = async (collectionId: string): Promise<void> => {
  for (let start = 0; start < documents; start += FILLED_AT_ONCE) {
    const some = Array.from({ length: Math.min(FILLED_AT_ONCE, documents - start) }, (_, at) => start + at);
    await run(
      store.documents.restore(
        some.map((index) => ({
          ...newDocument(collectionId, { id: newId() }),
          filename: `${["report", "Note", "minutes", "letter"][index % 4]}-${index}.pdf`,
          fileSize: (index * 104_729) % 1_000_000,
          metadata: {
            ...{ tenant: `t${index % 1_000}`, half: index % 2 === 0, tenth: index % 10, at: day(index) },
            ...{
              price: ((index * 31) % 10_000) / 100,
              tags: [`a${index % 7}`, `b${index % 50}`],
              title: `Number ${index}`,
            },
          },
          createdAt: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
          run: { chunkCount: (index * 13) % 40, tokenCount: 400, info: null },
        })),
      ),
    );
  }
};

const measure = async (name: string, call: () => Effect.Effect<{ readonly total: number }, unknown>): Promise<void> => {
  const times: number[] = [];
  let total = 0;
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    ({ total } = await run(call()));
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  const median = times.sort((one, other) => one - other)[ROUNDS >> 1]!;
  const cpu = (user + system) / 1_000 / ROUNDS;
  console.log(`${name.padEnd(56)} p50 ${median.toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms, of ${total}`);
};

const FILTERS = {
  none: {},
  "a tenant of 1,000": { tenant: "t17" },
  "10 %": { tenth: 3 },
  "50 %": { half: true },
  "all but 10 %": { tenth: { $ne: 3 } },
  "a range of dates, 30 %": { at: { $gte: "2022-01-01", $lt: "2023-04-01" } },
  "a range of numbers, 20 %": { price: { $gte: 40, $lt: 60 } },
  "two tags and 50 %": { $and: [{ tags: "a3" }, { tags: "b3" }, { half: false }] },
  "100 tenants": { tenant: { $in: Array.from({ length: 100 }, (_, index) => `t${index}`) } },
};

try {
  const collection = await run(store.collections.insert(newCollection()));
  const before = process.cpuUsage();
  await fill(collection.id);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${documents} documents, ${database}: ${((user + system) / documents).toFixed(0)} µs of CPU each to write`,
  );
  const page = { limit: 100, offset: 0 };
  for (const [name, filters] of Object.entries(FILTERS)) {
    const filter = parseFilter(filters);
    for (const key of DOCUMENT_SORT_KEYS) {
      const request = { ...page, filter, sort: { key, isDescending: true } };
      await measure(`list by ${key}, ${name}`, () => store.documents.listSorted(collection.id, request));
    }
  }
  for (const filename of ["pdf", "report", "-99999"]) {
    const request = { ...page, filename, sort: { key: "filename", isDescending: false } } as const;
    await measure(`list by filename, name with ${filename}`, () => store.documents.listSorted(collection.id, request));
  }
  for (const fields of [["tenth"], ["tags", "half", "price"], ["tenant"], ["at"], ["title"]]) {
    for (const [name, filters] of Object.entries({ none: {}, "50 %": { half: true } })) {
      const request = { fields, limit: 10, filter: parseFilter(filters) };
      await measure(`facets of ${fields.join(", ")}, ${name}`, () =>
        store.documents.countFacets(collection.id, request),
      );
    }
  }
} finally {
  await store.close();
}
