import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IndexChange } from "../changes/changes-api.ts";
import { type Damage, DAMAGES, passageFile, vectorFile } from "./damage.ts";
import { OF_DOCUMENTS, type Shelf } from "./shelf.ts";
import { READY, useShelves } from "./shelves.ts";

const library = useShelves();
const { changes, damaged, newShelf } = library;

const repaired = async ({ name }: Shelf): Promise<IndexChange> => {
  const { id } = await changes.start(name, { repair: true });
  return changes.reaches(name, id, "done");
};

const NONE = { count: 0, ids: [] };

const KINDS = Object.keys(DAMAGES) as Damage[];

/** Creates a shelf for each kind of damage, all damaged during one stop of the service. */
const damagedShelves = async (fileOf: typeof vectorFile) => {
  const shelves = new Map<Damage, Shelf>();
  for (const damage of KINDS) shelves.set(damage, await newShelf());
  const before = new Map<Damage, readonly [unknown, unknown]>();
  for (const [damage, shelf] of shelves) {
    before.set(damage, [await shelf.answers(), await shelf.answers(OF_DOCUMENTS)]);
  }
  await damaged(() => {
    for (const [damage, shelf] of shelves) DAMAGES[damage](fileOf(library.server.folder.path, shelf.id));
  });
  return { shelves, before };
};

test("removed, emptied, cut and overwritten vector files are rebuilt, and every mode returns the same results", async () => {
  const whole = await newShelf();
  const beforeWhole = await whole.answers();
  const { shelves, before } = await damagedShelves(vectorFile);
  for (const [damage, shelf] of shelves) {
    const { repair } = await repaired(shelf);
    expect(await shelf.answers(OF_DOCUMENTS)).toEqual(before.get(damage)![1]);
    expect(await shelf.statuses()).toEqual(READY);
    // Clients' vectors are read if they are readable, rebuilt if they have a text, and otherwise named.
    const { remade_vectors: remade, lost_vectors: lost } = repair!;
    expect(["note-1", "note-2"]).toEqual(expect.arrayContaining([...remade.ids]));
    expect(["mute"]).toEqual(expect.arrayContaining([...lost.ids]));
    expect(repair).toMatchObject({ restored_documents: 0, lost_documents: NONE, has_unnamed: false });
    if (damage === "removed" || damage === "emptied") {
      expect([remade, lost]).toMatchObject([{ count: 2 }, { count: 1, ids: ["mute"] }]);
    }
    const query = { query: "a note about pumps of the first kind", search_mode: "hybrid", top_k: 3 };
    const { results } = await library.server.api.query(shelf.name, query);
    expect(results.map(({ text }) => text)).toContain("a note about pumps of the first kind");
  }
  expect(await whole.answers()).toEqual(beforeWhole);
});

test("removed, emptied, cut and overwritten passage files are rebuilt from originals and vectors", async () => {
  const { shelves, before } = await damagedShelves(passageFile);
  for (const [damage, shelf] of shelves) {
    const { repair } = await repaired(shelf);
    expect(await shelf.answers()).toEqual(before.get(damage)![0]);
    expect(await shelf.statuses()).toEqual(READY);
    expect(repair).toEqual({
      restored_documents: 12,
      lost_documents: NONE,
      remade_vectors: NONE,
      lost_vectors: NONE,
      has_unnamed: false,
    });
  }
});

test("without both files, documents are rebuilt from originals, and a possible loss of client vectors is reported", async () => {
  const shelf = await newShelf({ withVectors: false });
  const before = await shelf.answers(OF_DOCUMENTS);
  await damaged(() => {
    DAMAGES.removed(passageFile(library.server.folder.path, shelf.id));
    DAMAGES.emptied(vectorFile(library.server.folder.path, shelf.id));
  });
  const { repair } = await repaired(shelf);
  expect(await shelf.answers(OF_DOCUMENTS)).toEqual(before);
  expect(repair).toMatchObject({ restored_documents: 12, lost_vectors: NONE, has_unnamed: true });
});

test("a repair leaves an undamaged index unchanged", async () => {
  const shelf = await newShelf();
  const before = await shelf.answers();
  const { repair } = await repaired(shelf);
  expect(await shelf.answers()).toEqual(before);
  expect(repair).toEqual({
    restored_documents: 0,
    lost_documents: NONE,
    remade_vectors: NONE,
    lost_vectors: NONE,
    has_unnamed: false,
  });
});

test("a repair rejects other settings", async () => {
  const shelf = await newShelf({ withVectors: false });
  expect(await changes.tryStart(shelf.name, { repair: true, dimension: 64 })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("repair: ") as string },
  });
});

test("a document without passages and original is restored from its vectors; without vectors it fails by name", async () => {
  const [retained, lost] = [await newShelf({ withVectors: false }), await newShelf({ withVectors: false })];
  await damaged(() => {
    for (const shelf of [retained, lost]) {
      DAMAGES.removed(passageFile(library.server.folder.path, shelf.id));
      rmSync(join(library.server.folder.path, "files", shelf.id, shelf.documents[0]!));
    }
    DAMAGES.removed(vectorFile(library.server.folder.path, lost.id));
  });
  expect((await repaired(retained)).repair).toMatchObject({ restored_documents: 12, lost_documents: NONE });
  expect(await retained.statuses()).toEqual(READY);
  const { repair } = await repaired(lost);
  expect(repair).toMatchObject({ restored_documents: 11, lost_documents: { count: 1, ids: [lost.documents[0]] } });
  const document = await library.server.api.document(lost.name, lost.documents[0]!);
  expect([document.status, document.error_message]).toEqual([
    "failed",
    expect.stringMatching(
      /^its passages were lost and can't be rebuilt: the original of "document-0.md" is no longer in/,
    ),
  ]);
});
