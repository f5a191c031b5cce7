import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import { Quarry } from "@quarry/services/kit";
import { DocumentRepository, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Layer } from "effect";
import { type Bench, type Case } from "../harness/bench.ts";
import { each } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";

const NAME = "library";
const PATH = `/v1/collections/${NAME}`;
const FILLED_AT_ONCE = 250;
/** Chunks per document: a hundred thousand documents have a million passages. */
const CHUNKS = 10;
/** Calls per round. */
const CALLS = 20;
const PAGE = 100;
const LIST_GOAL = { value: 20 };
const FACET_GOAL = { value: 50 };

const FILTERS = {
  none: undefined,
  "a tenant of 1,000": { tenant: "t17" },
  "10 %": { tenth: 3 },
  "all but 10 %": { tenth: { $ne: 3 } },
  "a range of dates, 30 %": { at: { $gte: "2022-01-01", $lt: "2023-04-01" } },
  "a range of numbers, 20 %": { price: { $gte: 40, $lt: 60 } },
  "two tags and 50 %": { $and: [{ tags: "a3" }, { tags: "b3" }, { half: false }] },
  "100 tenants": { tenant: { $in: Array.from({ length: 100 }, (_, index) => `t${index}`) } },
};
const SORTS = ["-created_at", "filename", "-file_size", "chunk_count"];
const FACETS = [["tenth"], ["tags", "half", "price"], ["tenant"], ["at"]];

export default {
  summary: "lists of documents with filters in several orders, and facets, against reading one document; any --rows",
  run: async (bench) => {
    const documents = bench.rows(100_000, 1_000);
    const { quarry, id } = await startFilled(bench, documents);
    const caller = bench.use(new Caller(quarry));
    bench.note(`${documents} documents of ${CHUNKS} passages each; pages of ${PAGE}`);
    const compare = (name: string, request: Buffer, goal: { readonly value: number }) => {
      const side = (sent: Buffer) => () => each(Array<Buffer>(CALLS).fill(sent), (it) => caller.fetch(it), quarry);
      const one = caller.request("GET", `${PATH}/documents/${id}`);
      return bench.compare({
        ...{ reference: "one document", rounds: 3, subject: side(request), other: side(one) },
        figures: { p50: [`${name} p50`, "ms", goal], cpu: [`${name} server CPU`, "ms"] },
      });
    };
    for (const [name, filters] of Object.entries(FILTERS)) {
      for (const sort of SORTS) {
        const requested = { sort, limit: String(PAGE), ...(filters && { filters: JSON.stringify(filters) }) };
        const path = `${PATH}/documents?${new URLSearchParams(requested)}`;
        await compare(`list by ${sort}, ${name}`, caller.request("GET", path), LIST_GOAL);
      }
    }
    for (const filename of ["report", "-9999"]) {
      const path = `${PATH}/documents?sort=filename&limit=${PAGE}&filename=${filename}`;
      await compare(`list by filename, names with ${filename}`, caller.request("GET", path), LIST_GOAL);
    }
    for (const fields of FACETS) {
      for (const [name, filters] of Object.entries({ none: undefined, "10 %": FILTERS["10 %"] })) {
        const request = caller.request("POST", `${PATH}/facets`, { fields, filters });
        await compare(`facets of ${fields.join(", ")}, ${name}`, request, FACET_GOAL);
      }
    }
  },
} satisfies Case;

/**
 * Writes the documents to the database as an import does: parsing them would take an hour and would not affect the
 * lists.
 */
const startFilled = async (bench: Bench, documents: number) => {
  const folder = await bench.prepared(`document-lists-${documents}`, async (folder) => {
    const quarry = await Quarry.start({ data: join(folder, "data") });
    const { id } = await quarry.call<{ readonly id: string }>("POST", "/v1/collections", { name: NAME });
    await quarry[Symbol.asyncDispose]();
    const database = sqliteDatabaseLayer({ path: join(folder, "data", "quarry.db") });
    const filling = Effect.flatMap(DocumentRepository, (repository) =>
      Effect.forEach(
        Array.from({ length: Math.ceil(documents / FILLED_AT_ONCE) }, (_, at) => at * FILLED_AT_ONCE),
        (start) => repository.restore(someOf(id, start, Math.min(documents, start + FILLED_AT_ONCE))),
        { discard: true },
      ),
    );
    await Effect.runPromise(Effect.provide(filling, DocumentRepository.layer.pipe(Layer.provideMerge(database))));
  });
  const quarry = bench.use(
    await Quarry.start({ data: join(folder, "data"), environment: { SERVICE_LOG_LEVEL: "error" } }),
  );
  const page = await quarry.call<{ documents: { id: string }[]; total: number }>("GET", `${PATH}/documents?limit=1`);
  if (page.total !== documents) throw new Error(`${page.total} documents are listed`);
  return { quarry, id: page.documents[0]!.id };
};

const someOf = (collectionId: string, start: number, end: number) =>
  Array.from({ length: end - start }, (_, at) => start + at).map((index) => ({
    ...{ id: newId(), collectionId, fileType: "pdf", contentHash: index.toString(16).padStart(64, "0") },
    filename: `${["report", "Note", "minutes", "letter"][index % 4]}-${index}.pdf`,
    fileSize: (index * 104_729) % 1_000_000,
    metadata: {
      ...{ tenant: `t${index % 1_000}`, half: index % 2 === 0, tenth: index % 10, title: `Number ${index}` },
      ...{ price: ((index * 31) % 10_000) / 100, tags: [`a${index % 7}`, `b${index % 50}`] },
      at: new Date(1_600_000_000_000 + ((index * 7_919) % 1_500) * 86_400_000).toISOString(),
    },
    createdAt: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
    run: { chunkCount: CHUNKS, tokenCount: 400, info: null },
  }));
