import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const gate = join(folder, "gate");
const embedded = join(folder, "embedded");
writeFileSync(embedded, "");
const config = join(folder, "quarry.config.json");
const gated = {
  plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
  settings: { gate, log: embedded },
};
writeFileSync(config, JSON.stringify({ embedders: { gated } }));

const server = useServer({ SERVICE_CONFIG: config });
const { start, quarry, json, newCollection, filesOf, documents } = makeCliWorld(server, folder);

const HERONS = "Herons stand still in shallow water and wait for fish.";
const OWLS = "Owls hunt at night and hear a mouse under the snow.";

interface Outcome {
  readonly file: string;
  readonly result: string;
  readonly document_id?: string;
  readonly replaces?: readonly string[];
}

const outcomes = async (...words: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const { files } = await json<{ readonly files: readonly Outcome[] }>("ingest", ...words);
  return Object.fromEntries(files.map(({ file, result }) => [file, result]));
};

const sourcesOf = async (collection: string): Promise<readonly string[]> =>
  (await documents(collection)).map(({ metadata }) => String(metadata["source_path"])).sort();

/** Many times the number of concurrent uploads. */
const BURST = 300;

const numbered = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}.txt`, `Heron number ${number} waits.`]));

/** Blocks the processing of documents that use the embedder `gated`, until the returned function opens it again. */
const closeGate = (): (() => void) => {
  const done = readFileSync(embedded, "utf8")
    .split("\n")
    .reduce((sum, line) => sum + Number(line), 0);
  writeFileSync(gate, String(done));
  return () => rmSync(gate);
};

describe("an interrupted run", () => {
  test("resumes after a kill, uploads no file twice, and waits for documents in processing", async () => {
    const name = await newCollection({ embedding_provider: "gated" });
    const root = await filesOf("birds", numbered(40));
    const open = closeGate();
    const killed = start(["ingest", name, root, "--concurrency", "2"]);
    await until("some documents to be there", async () => ((await documents(name)).length >= 5 ? true : undefined));
    killed.kill();
    expect((await killed.ended).code).toBeNull();
    const before = await documents(name);
    open();
    const { files } = await json<{ readonly files: readonly Outcome[] }>("ingest", name, root);
    expect(files).toHaveLength(40);
    expect(new Set(files.map(({ result }) => result)).has("failed")).toBe(false);
    const after = await documents(name);
    expect(after.map(({ status }) => status)).toEqual(after.map(() => "ready"));
    expect((await sourcesOf(name)).length).toBe(40);
    for (const { id } of before) expect(after.map((each) => each.id)).toContain(id);
  });

  test("reports after Ctrl-C how to resume, and resumes", async () => {
    const name = await newCollection({ embedding_provider: "gated" });
    const root = await filesOf("birds", { "herons.txt": HERONS });
    const open = closeGate();
    const running = start(["ingest", name, root]);
    await until("the document to be there", async () => ((await documents(name)).length === 1 ? true : undefined));
    running.interrupt();
    const ended = await running.ended;
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain("1 file left; the same command goes on with it");
    const [document] = await documents(name);
    open();
    await outcomes(name, root);
    expect(await documents(name)).toMatchObject([{ id: document!.id, status: "ready" }]);
  });

  test("reprocesses a document that failed, without another upload", async () => {
    const name = await newCollection({ embedding_provider: "gated" });
    const root = await filesOf("birds", { "herons.txt": "Herons that nobody has seen before." });
    writeFileSync(gate, "refuse");
    const failed = await quarry("ingest", name, root);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("failed") as string });
    rmSync(gate);
    const [document] = await documents(name);
    expect(await outcomes(name, root, "--dry-run")).toEqual({ "birds/herons.txt": "reprocessed" });
    expect(await outcomes(name, root)).toEqual({ "birds/herons.txt": "ready" });
    expect(await documents(name)).toMatchObject([{ id: document!.id, status: "ready" }]);
  });

  test("leaves former versions for the next sync to remove", async () => {
    const name = await newCollection();
    const root = await filesOf("birds", { "herons.txt": "Herons nest in trees." });
    await outcomes(name, root);
    await writeFile(join(root, "herons.txt"), HERONS);
    // Without --sync both versions remain, as after a kill between adding the new version and deleting the old one.
    await outcomes(name, root);
    expect(await documents(name)).toHaveLength(2);
    expect(await outcomes(name, root, "--sync")).toEqual({ "birds/herons.txt": "unchanged" });
    expect(await documents(name)).toHaveLength(1);
  });
});

test("--external-id-from path updates documents of changed files in place, and --delete removes missing files", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", {
    "herons.txt": "Herons nest in trees.",
    "owls.txt": OWLS,
    "gulls.txt": "Gulls.",
  });
  await outcomes(name, root);
  const before = await documents(name);
  const idOf = (file: string) => before.find(({ filename }) => filename === file)!.id;
  await writeFile(join(root, "herons.txt"), HERONS);
  await rm(join(root, "gulls.txt"));
  const named = ["--external-id-from", "path", "--delete"];
  expect(await outcomes(name, root, ...named)).toEqual({
    ...{ "birds/herons.txt": "ready", "birds/owls.txt": "unchanged", "birds/gulls.txt": "deleted" },
  });
  const after = await server.api.documents(name);
  expect(after.map(({ id }) => id).sort()).toEqual([idOf("herons.txt"), idOf("owls.txt")].sort());
  expect(after).toMatchObject(
    after.map(({ filename }) => ({ external_id: `birds/${filename}`, metadata: { source_path: `birds/${filename}` } })),
  );
  expect(await outcomes(name, root, ...named)).toEqual({
    ...{ "birds/herons.txt": "unchanged", "birds/owls.txt": "unchanged" },
  });
});

describe("--delete-missing", () => {
  test("requires --yes to delete many documents", async () => {
    const name = await newCollection();
    const root = await filesOf("birds", { "a.txt": HERONS, "b.txt": OWLS });
    await outcomes(name, root);
    await rm(join(root, "a.txt"));
    await rm(join(root, "b.txt"));
    const refused = await quarry("ingest", name, root, "--sync", "--delete-missing");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("would delete 2 files of the 2 that the collection has of birds; --yes does it");
    expect(await documents(name)).toHaveLength(2);
    expect(await outcomes(name, root, "--sync", "--delete-missing", "--dry-run")).toEqual({
      "birds/a.txt": "deleted",
      "birds/b.txt": "deleted",
    });
    expect(await documents(name)).toHaveLength(2);
    await outcomes(name, root, "--sync", "--delete-missing", "--yes");
    expect(await documents(name)).toEqual([]);
  });

  test("replaces a renamed file by a document with its new path", async () => {
    const name = await newCollection();
    const root = await filesOf("birds", { "herons.txt": HERONS, "owls.txt": OWLS });
    await outcomes(name, root);
    await rename(join(root, "herons.txt"), join(root, "grey.txt"));
    expect(await outcomes(name, root, "--sync", "--delete-missing")).toEqual({
      "birds/grey.txt": "ready",
      "birds/owls.txt": "unchanged",
      "birds/herons.txt": "deleted",
    });
    expect(await sourcesOf(name)).toEqual(["birds/grey.txt", "birds/owls.txt"]);
  });
});

test("an empty file fails before it is uploaded, and stops no other", async () => {
  const name = await newCollection();
  const root = await filesOf("empties", { "empty.txt": "", "owls.txt": OWLS });
  const ended = await quarry("--json", "ingest", name, root);
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    files: expect.arrayContaining([
      expect.objectContaining({ file: "empties/empty.txt", result: "failed", error: "the file is empty" }),
      expect.objectContaining({ file: "empties/owls.txt", result: "ready" }),
    ]) as unknown,
  });
  expect(await sourcesOf(name)).toEqual(["empties/owls.txt"]);
});

test("symbolic links to files are ingested, and control characters in file names are escaped", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", { "herons.txt": HERONS });
  await symlink(join(root, "herons.txt"), join(root, "linked.txt"));
  await symlink(root, join(root, "circle"));
  await writeFile(join(root, "line\nbreak\u001b[2J.txt"), OWLS);
  const ended = await quarry("ingest", name, root);
  expect(ended.code).toBe(0);
  expect(ended.stdout.split("\n").sort()).toEqual([
    "",
    "ready        birds/herons.txt  1 chunk",
    "ready        birds/line\\nbreak\ufffd[2J.txt  1 chunk",
    "ready        birds/linked.txt  1 chunk",
  ]);
});

test("invalid combinations of options are rejected before anything is ingested", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", { "herons.txt": HERONS });
  for (const words of [
    [root, "--name", "x.md"],
    [root, "--watch", "--dry-run"],
    ["-", "--name", "x.md", "--sync"],
    ["-", "--name", "x.md", "--external-id-from", "path"],
    [root, "--external-id-from", "name"],
    [join(root, "*.txt"), "--watch"],
    [join(root, "herons.txt"), "--sync", "--delete-missing"],
  ]) {
    expect(await quarry("ingest", name, ...words)).toMatchObject({ code: 2, stdout: "" });
  }
  expect(await documents(name)).toEqual([]);
});

describe("--watch", () => {
  const watch = async (collection: string, root: string, ...words: readonly string[]) => {
    const running = start(["--json", "ingest", collection, root, "--watch", ...words]);
    const reported = () =>
      running
        .stdout()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Outcome);
    const count = (result: string) => reported().filter((each) => each.result === result).length;
    const sources = async (expected: readonly string[]) => {
      let seen: readonly string[] = [];
      await until(
        () => `${expected.join(", ")}; it has ${seen.join(", ")}; ${running.stderr()}`,
        async () => {
          const all = await server.api.expect<{ readonly documents: readonly { metadata: object; status: string }[] }>(
            200,
            "GET",
            `/v1/collections/${collection}/documents?limit=1000`,
          );
          seen = all.documents
            .filter(({ status }) => status === "ready")
            .map(({ metadata }) => String((metadata as { source_path?: string }).source_path))
            .sort();
          return JSON.stringify(seen) === JSON.stringify([...expected].sort()) ? true : undefined;
        },
      );
    };
    return { running, count, sources };
  };

  test("follows new, changed, renamed, replaced and deleted files, and exits with 0 on Ctrl-C", async () => {
    const name = await newCollection();
    const root = await filesOf("birds", {
      "herons.txt": HERONS,
      "owls.txt": OWLS,
      "geese.txt": "Geese fly in a wedge.",
    });
    const { running, count, sources } = await watch(name, root, "--delete-missing");
    await sources(["birds/herons.txt", "birds/owls.txt", "birds/geese.txt"]);
    // Editors save like this: they write another file and rename it over the original.
    await writeFile(join(root, ".herons.txt.tmp"), "Herons nest in trees.");
    await rename(join(root, ".herons.txt.tmp"), join(root, "herons.txt"));
    await until("the new version", async () => {
      const { stdout } = await quarry("search", name, "nest in trees", "--mode", "keyword");
      return stdout.includes("Herons nest in trees.") ? true : undefined;
    });
    await sources(["birds/herons.txt", "birds/owls.txt", "birds/geese.txt"]);
    await mkdir(join(root, "night"));
    await rename(join(root, "owls.txt"), join(root, "night", "owls.txt"));
    await sources(["birds/herons.txt", "birds/night/owls.txt", "birds/geese.txt"]);
    await rm(join(root, "geese.txt"));
    await sources(["birds/herons.txt", "birds/night/owls.txt"]);
    running.interrupt();
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(count("failed")).toBe(0);
  });

  test("loses no file of a burst, and finishes files in progress on the first Ctrl-C", async () => {
    const name = await newCollection({ embedding_provider: "gated" });
    const root = await filesOf("birds", {});
    const { running, count } = await watch(name, root);
    const open = closeGate();
    const files = numbered(BURST);
    await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(root, file), text)));
    await until("a file to be under way", async () => ((await documents(name)).length > 0 ? true : undefined));
    running.interrupt();
    open();
    const ended = await running.ended;
    expect(ended.code).toBe(0);
    const there = await documents(name);
    expect(there.map(({ status }) => status)).toEqual(there.map(() => "ready"));
    expect(count("ready")).toBe(there.length);
    // The next run must find every remaining file.
    const again = await quarry("ingest", name, root, "--no-wait");
    expect(again).toMatchObject({ code: 0 });
    expect(new Set(await sourcesOf(name)).size).toBe(BURST);
  });

  test("deletes nothing if the folder disappears", async () => {
    const name = await newCollection();
    const root = await filesOf("birds", { "herons.txt": HERONS, "owls.txt": OWLS });
    const { running, sources } = await watch(name, root, "--delete-missing");
    await sources(["birds/herons.txt", "birds/owls.txt"]);
    await rename(root, `${root}-unmounted`);
    await until("it to be noticed", () => (running.stderr().includes("does not exist") ? true : undefined));
    running.interrupt();
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(await documents(name)).toHaveLength(2);
  });
});
