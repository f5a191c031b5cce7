import { Collections, Documents, type RecordedFile, Uploads } from "@quarry/catalog";
import { JobQueue } from "@quarry/jobs";
import { type JsonObject, limits } from "@quarry/plugin/domain";
import { FileStore } from "@quarry/store/files";
import { Effect } from "effect";
import { beforeAll, describe, expect, test } from "vitest";
import { useCatalog, within } from "./support/use-catalog.ts";

const { run, refused } = useCatalog();

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

type Admission = Parameters<Effect.Success<ReturnType<typeof Uploads.Service.begin>>["record"]>[0];

/** Uploads files to one collection in a single request. */
const upload = (
  collection: string,
  files: Readonly<Record<string, string>>,
  admission: Partial<Admission> = {},
  externalId?: string,
) =>
  Effect.gen(function* () {
    const { stage, record, end } = yield* (yield* Uploads).begin(collection);
    return yield* Effect.gen(function* () {
      for (const [filename, text] of Object.entries(files)) yield* stage({ filename, bytes: bytesOf(text) });
      return yield* record({ metadata: undefined, ...admission }, () => ({ externalId }));
    }).pipe(Effect.ensuring(end));
  });

const outcomes = (recorded: readonly RecordedFile[]) =>
  recorded.map((file) => (file.outcome === "refused" ? file.problem.code : file.outcome));

const listed = (collection: string) =>
  Effect.map(
    Effect.flatMap(Documents, (documents) => documents.list(collection, { limit: 100, offset: 0 })),
    ({ items }) => items.map(({ filename, metadata }) => ({ filename, metadata })),
  );

const queued = Effect.map(
  Effect.flatMap(JobQueue, (jobs) => jobs.counts),
  (counts) => counts.queued,
);

beforeAll(() =>
  run(
    Effect.flatMap(Collections, ({ create }) =>
      Effect.forEach(["many", "twice", "own", "teams"], (name) => create({ name })),
    ),
  ),
);

describe("uploads", () => {
  test("each file becomes a document with a job, and its bytes are stored", async () => {
    const before = await run(queued);
    const recorded = await run(upload("many", { "a.md": "# A", "b.md": "# B" }, { metadata: { team: "red" } }));
    expect(outcomes(recorded)).toEqual(["created", "created"]);
    expect((await run(queued)) - before).toBe(2);
    expect(await run(listed("many"))).toEqual(
      expect.arrayContaining(["a.md", "b.md"].map((filename) => ({ filename, metadata: { team: "red" } }))),
    );
    const [first] = recorded;
    if (first?.outcome !== "created") throw new Error("expected a document");
    const { collectionId, id: documentId } = first.document;
    const content = await run(Effect.flatMap(FileStore, (files) => files.read({ collectionId, documentId })));
    expect(content).toBeDefined();
  });

  test.each([
    ["a file of an unsupported type", { "a.exe": "MZ" }, {}, /^invalid_argument: file: .*"a\.exe"/],
    [
      "metadata that is too long",
      { "c.md": "c" },
      { metadata: { note: "x".repeat(limits.MAX_METADATA_BYTES) } },
      /^invalid_argument: metadata: /,
    ],
    [
      "an expiry in the past",
      { "c.md": "c" },
      { expiresAt: "2001-01-01T00:00:00Z" },
      /^invalid_argument: expires_at: /,
    ],
  ] as const)("an upload with %s is rejected and leaves no document or job", async (_, files, admission, message) => {
    const before = await run(Effect.all([listed("many"), queued]));
    expect(await refused(upload("many", files, admission as Partial<Admission>))).toMatch(message);
    expect(await run(Effect.all([listed("many"), queued]))).toEqual(before);
  });

  test("an upload to a missing collection is rejected before any byte is read", async () => {
    expect(await refused(Effect.flatMap(Uploads, ({ begin }) => begin("none")))).toMatch(/^not_found: /);
  });

  test("a file with existing content is added, skipped or rejected, depending on onDuplicate", async () => {
    const again = (onDuplicate: "allow" | "skip" | "error") =>
      upload("twice", { "again.md": "the same" }, { onDuplicate });
    await run(upload("twice", { "first.md": "the same" }));
    expect(outcomes(await run(again("skip")))).toEqual(["skipped"]);
    expect(outcomes(await run(again("error")))).toEqual(["already_exists"]);
    expect(outcomes(await run(again("allow")))).toEqual(["created"]);
    expect((await run(listed("twice"))).map(({ filename }) => filename).toSorted()).toEqual(["again.md", "first.md"]);
  });

  test("an upload with an existing external id updates, replaces or skips the document, or is rejected", async () => {
    const send = (text: string, metadata: JsonObject, onConflict: "error" | "skip" | "replace" = "replace") =>
      upload("own", { "page.md": text }, { metadata, onConflict }, "wiki/1");
    expect(outcomes(await run(send("one", { n: 1 })))).toEqual(["created"]);
    expect(outcomes(await run(send("one", { n: 1 })))).toEqual(["unchanged"]);
    expect(outcomes(await run(send("one", { n: 2 })))).toEqual(["updated"]);
    expect(outcomes(await run(send("two", { n: 2 })))).toEqual(["replaced"]);
    expect(outcomes(await run(send("three", { n: 3 }, "skip")))).toEqual(["skipped"]);
    expect(outcomes(await run(send("three", { n: 3 }, "error")))).toEqual(["already_exists"]);
    expect(await run(listed("own"))).toEqual([{ filename: "page.md", metadata: { n: 2 } }]);
  });
});

describe("a caller with an access filter", () => {
  test("can upload, list and delete only documents that match the filter", async () => {
    const [red, blue] = await run(
      Effect.forEach(["red", "blue"], (team) => upload("teams", { [`${team}.md`]: team }, { metadata: { team } })),
    );
    const limited = within({ team: "red" });
    expect(await run(limited(listed("teams")))).toEqual([{ filename: "red.md", metadata: { team: "red" } }]);
    expect(outcomes(await run(limited(upload("teams", { "r.md": "r" }, { metadata: { team: "red" } }))))).toEqual([
      "created",
    ]);
    expect(await refused(limited(upload("teams", { "b.md": "b" }, { metadata: { team: "blue" } })))).toMatch(
      /^permission_denied: metadata: /,
    );
    const [mine, other] = [red, blue].map((recorded) => {
      const [file] = recorded!;
      if (file?.outcome !== "created") throw new Error("expected a document");
      return file.document.id;
    });
    const remove = (id: string) => limited(Effect.flatMap(Documents, (documents) => documents.remove("teams", id)));
    expect(await refused(remove(other!))).toMatch(/^not_found: /);
    await run(remove(mine!));
    expect((await run(listed("teams"))).map(({ filename }) => filename).toSorted()).toEqual(["blue.md", "r.md"]);
  });
});
