import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { STACK } from "../harness/stacks/make-stack.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { listJobs } from "../jobs/jobs-api.ts";
import { found, type OwnDocument, send } from "./own-ids.ts";

// A PATCH writes three times: the record, the metadata that passages share, and the vectors by a job. A kill between
// any two of these writes loses nothing, and all three are consistent from the next start.

const folder = mkdtempSync(join(tmpdir(), "quarry-killed-"));
const orders = join(folder, "orders");
const log = join(folder, "log");
const config = join(folder, "quarry.config.json");
const plugin = fileURLToPath(new URL("../whole-writes/halting-store.ts", import.meta.url));
writeFileSync(config, JSON.stringify({ vectorStore: { plugin, settings: { orders, log } } }));
const order = (line: string) => writeFileSync(orders, line);
order("");
writeFileSync(log, "");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config });

const NAME = "patched";
const MODES = ["semantic", "keyword", "hybrid"];

/** Returns the documents that have this state, by filtered queries in each mode and by a filtered list. */
const having = async (state: string): Promise<readonly (readonly string[])[]> => {
  const filters = { state };
  const searched = MODES.map((search_mode) =>
    found(server.api, NAME, "beavers build dams", { filters, search_mode, top_k: 50 }),
  );
  const query = new URLSearchParams({ filters: JSON.stringify(filters) });
  const path = `${documentsPath(NAME)}?${query.toString()}`;
  const listed = await server.api.expect<{ documents: OwnDocument[] }>(200, "GET", path);
  return [
    ...(await Promise.all(searched)).map((hits) => [...new Set(hits.map((hit) => hit.document_id))]),
    listed.documents.map(({ id }) => id),
  ];
};

/** Returns jobs that have not yet updated the stores. */
const describing = async () =>
  (await listJobs(server.api, "?kind=describe")).jobs.filter(({ finished_at }) => finished_at === null);

const everywhere = (...ids: readonly string[]) => [...MODES, "a list"].map(() => ids);

/** Kills the server while it changes the state of a document, once `reached` resolves. */
const killedWhile = async (id: string, state: string, reached: () => Promise<unknown>) => {
  const patching = server.api.call("PATCH", documentsPath(NAME, id), { json: { metadata: { state } } });
  const ended = Promise.allSettled([patching]);
  await reached();
  await server.current.kill();
  await ended;
  await server.current.startAgain();
};

/** Checks that all three have the new state and not the old one, at once and after the job is done. */
const expectOnly = async (id: string, state: string, previous: string) => {
  expect((await server.api.document(NAME, id)).metadata).toEqual({ state });
  expect([await having(state), await having(previous)]).toEqual([everywhere(id), everywhere()]);
  order("");
  await until("the stores to be told", async () => ((await describing()).length === 0 ? true : undefined));
  expect([await having(state), await having(previous)]).toEqual([everywhere(id), everywhere()]);
};

const TEXT = "Beavers build dams of wood and mud.\n";
const METADATA = { state: "first" };

const uploaded = async () => {
  const { body } = await send(server.api, NAME, "beaver.txt", TEXT.repeat(400), { metadata: JSON.stringify(METADATA) });
  return body.id;
};

/** Creates a document of chunks with their own metadata, which no patch may change. */
const given = async () => {
  const chunks = Array.from({ length: 20 }, (_, line) => ({ text: TEXT, metadata: { line } }));
  const json = { chunks, metadata: METADATA };
  return (await server.api.expect<OwnDocument>(201, "POST", documentsPath(NAME), { json })).id;
};

test.for([
  ["a file", uploaded],
  ["given chunks", given],
] as const)(
  "a kill between the record, the keyword index and the vector store loses nothing of a patch of %s",
  async ([, make]) => {
    await server.api.createCollection(NAME);
    const id = await make();
    await server.api.settled(NAME, id);
    const linesOf = async () => (await server.api.chunks(NAME, id)).map(({ metadata }) => metadata["line"]);
    const lines = await linesOf();

    // The record is committed; the index is updated after that, which takes longer than this check.
    const database = new DatabaseSync(server.current.folder.file("quarry.db"), { readOnly: true });
    const metadata = database.prepare("select metadata from documents where id = ?");
    await killedWhile(id, "second", async () => {
      while (!String(metadata.get(id)!["metadata"]).includes("second")) await pause(0);
    });
    database.close();
    await expectOnly(id, "second", "first");

    let [previous, number] = ["second", 0];
    for (const moment of ["before upsert", "after upsert"]) {
      const state = `state ${(number += 1)}`;
      writeFileSync(log, "");
      order(`hold ${moment}`);
      await killedWhile(id, state, () =>
        until(`the store is held ${moment}`, () => readFileSync(log, "utf8").includes(`held ${moment}`) || undefined),
      );
      await expectOnly(id, state, previous);
      previous = state;
    }
    expect(await linesOf()).toEqual(lines);
    await server.api.expect(200, "DELETE", `/v1/collections/${NAME}`);
  },
);

test.skipIf(STACK !== "embedded")("chunks stored before own_fields existed get them with the next patch", async () => {
  const collection = await server.api.createCollection(NAME);
  const id = await given();
  await server.api.settled(NAME, id);
  await server.current.kill();
  const passages = new DatabaseSync(server.current.folder.file(`passages/${collection.id}.db`));
  passages.exec("update document set metadata = json_remove(metadata, '$.own_fields'), sum = null");
  passages.close();
  await server.current.startAgain();
  await server.api.expect(200, "PATCH", documentsPath(NAME, id), {
    json: { metadata: { state: "second", line: 100 } },
  });
  await until("the chunks to be made anew", async () => {
    const chunks = await server.api.chunks(NAME, id);
    expect(chunks.map(({ metadata }) => metadata["line"])).toEqual(chunks.map((_, line) => line));
    return chunks.every(({ metadata }) => metadata["state"] === "second" && "own_fields" in metadata) || undefined;
  });
  expect(await having("second")).toEqual(everywhere(id));
});
