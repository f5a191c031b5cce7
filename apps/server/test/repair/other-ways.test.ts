import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { runCli } from "../cli/hosted-cli.ts";
import { until } from "../harness/until.ts";
import { DAMAGES, passageFile, vectorFile } from "./damage.ts";
import { OF_DOCUMENTS, type Shelf } from "./shelf.ts";
import { READY, useShelves } from "./shelves.ts";

const library = useShelves();
const { changes, damaged, newShelf } = library;

const quarry = (words: readonly string[], environment: Readonly<Record<string, string>>) =>
  runCli(words, { directory: library.server.folder.path, environment });

const running = () => ({ QUARRY_URL: library.server.api.address, QUARRY_API_KEY: library.server.secret });

/** Environment of a stopped service: no server listens on the port. */
const stopped = () => ({
  SERVICE_DATA_DIR: library.server.folder.path,
  SERVICE_API_SECRET: library.server.secret,
  SERVICE_PORT: "1",
});

const reprocessed = async ({ name, documents }: Shelf): Promise<void> => {
  for (const id of documents)
    await library.server.api.expect(200, "POST", `/v1/collections/${name}/documents/${id}/reprocess`);
};

const settled = ({ name, documents }: Shelf) =>
  Promise.all(documents.map((id) => library.server.api.settled(name, id, 180_000)));

test("reprocessing repairs a damaged vector file and a damaged passage file", async () => {
  const [vectors, passages] = [await newShelf({ withVectors: false }), await newShelf({ withVectors: false })];
  const before = [await vectors.answers(), await passages.answers()].map(withoutIds);
  await damaged(() => {
    DAMAGES["written over"](vectorFile(library.server.folder.path, vectors.id));
    DAMAGES.emptied(passageFile(library.server.folder.path, passages.id));
  });
  await reprocessed(vectors);
  await reprocessed(passages);
  await settled(vectors);
  await settled(passages);
  expect([await vectors.statuses(), await passages.statuses()]).toEqual([READY, READY]);
  await answersAgain(vectors, before[0]);
  await answersAgain(passages, before[1]);
});

test("doctor reports the damage of a stopped service without changes, and repairs it with --repair", async () => {
  const shelf = await newShelf();
  const whole = await newShelf({ withVectors: false });
  const before = await shelf.answers(OF_DOCUMENTS);
  await library.server.stop();
  DAMAGES.removed(vectorFile(library.server.folder.path, shelf.id));
  for (let look = 1; look <= 2; look += 1) {
    const reported = await quarry(["--json", "doctor"], stopped());
    expect(reported.code).toBe(1);
    const findings = JSON.parse(reported.stdout) as readonly { readonly check: string; readonly remedy?: string }[];
    const indexes = findings.filter(({ check }) => check.startsWith("index "));
    expect(indexes.map(({ check }) => check)).toEqual([`index ${shelf.name}`]);
    expect(indexes[0]!.remedy).toContain("quarry doctor --repair");
  }
  const mended = await quarry(["doctor", "--repair"], stopped());
  // One vector had no text: it is lost, and the exit code reports an incomplete repair.
  expect([mended.code, mended.stdout]).toEqual([1, expect.stringMatching(/write them again: mute/)]);
  expect(mended.stdout).toMatch(/2 vectors written by clients embedded again from their texts: note-1, note-2/);
  expect((await quarry(["doctor"], stopped())).stdout).not.toMatch(/index shelf/);
  expect(await quarry(["doctor", "--repair"], stopped())).toMatchObject({ code: 0, stdout: /no damaged index/ });
  await library.server.startAgain();
  expect(await shelf.answers(OF_DOCUMENTS)).toEqual(before);
  const named = await quarry(["doctor", "--repair", whole.name], running());
  expect(named).toMatchObject({ code: 0, stdout: `${whole.name}: its index is rebuilt\n` });
  expect((await changes.list(whole.name)).changes.map(({ kind, state }) => [kind, state])).toEqual([
    ["repair", "done"],
  ]);
});

test("a killed repair resumes at the next start, and queries meanwhile return 200 or 503", async () => {
  const shelf = await newShelf();
  const before = await shelf.answers();
  await damaged(() => DAMAGES.removed(passageFile(library.server.folder.path, shelf.id)));
  const { id } = await changes.start(shelf.name, { repair: true });
  await until("the repair to be at the documents", async () => {
    const { state, done_count: count } = await changes.get(shelf.name, id);
    return state === "done" || (state === "restoring" && count > 0) ? true : undefined;
  });
  for (const mode of ["keyword", "semantic", "hybrid"]) {
    const answer = await library.server.api.call("POST", `/v1/collections/${shelf.name}/query`, {
      json: { query: "pumps", search_mode: mode },
    });
    expect([200, 503]).toContain(answer.status);
  }
  await library.server.kill();
  await library.server.startAgain();
  await changes.reaches(shelf.name, id, "done");
  expect(await shelf.answers()).toEqual(before);
  expect(await shelf.statuses()).toEqual(READY);
});

test("reprocessing a document with a changed or missing original fails with the reason, and its chunks remain", async () => {
  const shelf = await newShelf({ withVectors: false });
  const [changed, gone] = shelf.documents as [string, string];
  const before = await shelf.answers();
  writeFileSync(originalOf(shelf, changed), "Another text altogether.");
  rmSync(originalOf(shelf, gone));
  await reprocessed(shelf);
  await settled(shelf);
  const [first, second] = [
    await library.server.api.document(shelf.name, changed),
    await library.server.api.document(shelf.name, gone),
  ];
  expect([first, second].map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(first.error_message).toMatch(/is not what was uploaded: content_hash is [0-9a-f]{64}/);
  expect(second.error_message).toMatch(/is no longer in the file storage/);
  await answersAgain(shelf, withoutIds(before));
});

test("export and import continue without damaged parts and report the missing ones", async () => {
  const shelf = await newShelf();
  const [changed, gone] = shelf.documents as [string, string];
  writeFileSync(originalOf(shelf, changed), "Another text altogether.");
  rmSync(originalOf(shelf, gone));
  const reported = await quarry(["export", shelf.name], running());
  expect([reported.code, reported.stderr]).toEqual([1, expect.stringContaining(`2 come without their originals: `)]);
  expect(reported.stderr).toContain(changed);
  const taken = await quarry(["import", `${shelf.name}_copy`, `${shelf.name}.tar`, "--new-ids"], running());
  expect([taken.code, taken.stdout]).toEqual([0, `${shelf.name}_copy: 12 documents\n`]);
  expect(taken.stderr).toContain("2 come without their originals");
  expect((await library.server.api.documents(`${shelf.name}_copy`)).map(({ status }) => status)).toEqual(READY);

  await damaged(() => DAMAGES.removed(vectorFile(library.server.folder.path, shelf.id)));
  const without = await quarry(["export", shelf.name, "--force"], running());
  expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/10 come without their chunks/)]);
  expect(without.stderr).toMatch(/2 are missing/);
  expect(without.stderr).toMatch(/3 vectors of clients are missing: .*mute/);
  await quarry(["import", `${shelf.name}_rest`, `${shelf.name}.tar`, "--new-ids"], running());
  const rest = await library.server.api.documents(`${shelf.name}_rest`);
  await Promise.all(rest.map(({ id }) => library.server.api.settled(`${shelf.name}_rest`, id)));
  expect((await library.server.api.documents(`${shelf.name}_rest`)).map(({ status }) => status)).toEqual(
    READY.slice(0, 10),
  );
});

/**
 * Waits until queries return the previous results: term weights depend on all stored chunks, and those of a previous
 * run are removed after it.
 */
const answersAgain = async (shelf: Shelf, before: unknown): Promise<void> => {
  let answers: unknown;
  await until(
    () => `the answers of before; they are ${JSON.stringify(answers)}`,
    async () => {
      answers = withoutIds(await shelf.answers());
      return isDeepStrictEqual(answers, before) || undefined;
    },
  );
};

const originalOf = (shelf: Shelf, documentId: string): string =>
  join(library.server.folder.path, "files", shelf.id, documentId);

/** A new run gives a document's chunks new ids, which order chunks with equal scores. */
const withoutIds = (answers: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(
    Object.entries(answers).map(([query, results]) => [
      query,
      (results as readonly { readonly score: number }[]).map(({ score }) => score.toFixed(6)).sort(),
    ]),
  );
