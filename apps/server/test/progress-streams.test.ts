import { expect, test } from "vitest";
import { documentsPath } from "./harness/api.ts";
import { libraryFile } from "./fixtures/library.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer({ SERVICE_INGEST_CONCURRENCY: "1" });

const WATCHERS = 100;
/** Number of documents, read one after the other: the last one waits for seconds. */
const QUEUE = 6;

interface Step {
  readonly step: string;
  readonly status: string;
  readonly message: string;
  readonly progress: number;
}

/** Uploads a queue of documents. Returns the first and the last one. */
const fillQueue = async (collection: string): Promise<readonly [first: string, last: string]> => {
  await server.api.createCollection(collection);
  const handbook = await libraryFile("quarry-handbook.pdf");
  const ids: string[] = [];
  while (ids.length < QUEUE) ids.push((await server.api.upload({ collection, ...handbook })).id);
  return [ids[0]!, ids.at(-1)!];
};

const open = async (collection: string, id: string): Promise<Response> => {
  const response = await server.api.fetch("GET", documentsPath(collection, id, "progress"));
  expect(response.status).toBe(200);
  return response;
};

const steps = async (response: Response): Promise<readonly Step[]> =>
  (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as Step);

const openMany = (collection: string, id: string): Promise<readonly Response[]> =>
  Promise.all(Array.from({ length: WATCHERS }, () => open(collection, id)));

test("every watcher of a document receives each step, even when others disconnect", async () => {
  const [first, last] = await fillQueue("followed");
  const leaving = new AbortController();
  const leavers = Array.from({ length: WATCHERS }, async () => {
    const response = await open("followed", last);
    leaving.signal.addEventListener("abort", () => void response.body!.cancel());
  });
  await Promise.all(leavers);
  const watchers = await openMany("followed", last);
  leaving.abort();
  const [reported, ...others] = await Promise.all(watchers.map(steps));
  expect(reported!.map(({ progress }) => progress)).toEqual(
    reported!.map(({ progress }) => progress).toSorted((a, b) => a - b),
  );
  expect(new Set(reported!.map(({ step }) => step))).toEqual(new Set(["parsing", "chunking", "embedding", "complete"]));
  expect(reported!.at(-1)).toMatchObject({ step: "complete", status: "completed", progress: 100 });
  for (const other of others) expect(other).toEqual(reported);
  expect(await steps(await open("followed", first))).toEqual([expect.objectContaining({ step: "complete" })]);
});

test("deleting a document ends its streams with a failed step", async () => {
  const [, last] = await fillQueue("deleted_alone");
  const watchers = await openMany("deleted_alone", last);
  await server.api.deleteDocument("deleted_alone", last);
  for (const reported of await Promise.all(watchers.map(steps))) {
    expect(reported.at(-1)).toMatchObject({ step: "failed", status: "failed", message: "the document was deleted" });
  }
});

test("deleting a collection ends the streams of all its documents", async () => {
  const documents = await fillQueue("deleted_whole");
  const watchers = await Promise.all(documents.map((id) => open("deleted_whole", id)));
  await server.api.deleteCollection("deleted_whole");
  for (const reported of await Promise.all(watchers.map(steps))) {
    expect(["failed", "complete"]).toContain(reported.at(-1)!.step);
  }
});

test("a stop ends every stream cleanly", async () => {
  const [, last] = await fillQueue("stopped");
  const watchers = await openMany("stopped", last);
  const ended = Promise.all(watchers.map(steps));
  const stopped = server.current.process.stop();
  // A truncated response makes `text()` fail.
  for (const reported of await ended) expect(reported.length).toBeGreaterThan(0);
  expect(await stopped).toEqual({ code: 0, signal: null });
  await server.current.startAgain();
  expect(await server.current.api.settled("stopped", last)).toMatchObject({ status: "ready" });
});
