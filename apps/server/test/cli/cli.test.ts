import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { API_KEY, type Listed, makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const gate = join(folder, "gate");
const config = join(folder, "quarry.config.jsonc");
const gated = {
  plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
  settings: { gate, log: join(folder, "embedded") },
};
writeFileSync(join(folder, "embedded"), "");
writeFileSync(
  config,
  JSON.stringify({ embedders: { gated }, vectorStores: { second: { plugin: "@quarry/vector-embedded" } } }),
);

// Pages are fetched from the local machine.
const server = useServer({ SERVICE_CONFIG: config, SERVICE_FETCH_ALLOW_PRIVATE: "true" });
const { start, run, quarry, output, json, newCollection, filesOf, documents } = makeCliWorld(server, folder);

interface Outcomes {
  readonly dry_run: boolean;
  readonly files: readonly { readonly file: string; readonly result: string; readonly document_id?: string }[];
}

const ingested = async (...words: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const { files } = await json<Outcomes>("ingest", ...words);
  return Object.fromEntries(files.map(({ file, result }) => [file, result]));
};

const HERONS = "Herons stand still in shallow water and wait for fish.";
const OWLS = "Owls hunt at night and hear a mouse under the snow.";

describe("exit codes and messages", () => {
  test("--help lists the commands and exits with 0", async () => {
    const help = await output("--help");
    for (const name of ["collection", "ingest", "search", "documents", "change", "migrate", "completion"]) {
      expect(help).toContain(name);
    }
    expect(await output("ingest", "--help")).toContain("--delete-missing");
  });

  test.each([
    { words: ["bogus"], code: 2, told: "unknown command 'bogus'" },
    { words: ["search", "docs", "x", "--mode", "psychic"], code: 2, told: "semantic, keyword, hybrid" },
    { words: ["search", "docs", "x", "--filter", "{"], code: 2, told: "is not JSON" },
    { words: ["search", "docs", "x", "--top-k", "many"], code: 2, told: "must be a whole number" },
    { words: ["collection", "create", "9lives"], code: 2, told: "name" },
    { words: ["collection", "create", "my-docs"], code: 2, told: 'got "my-docs"; "my_docs" is allowed' },
    { words: ["collection", "show", "missing"], code: 3, told: '"missing" does not exist' },
    { words: ["--api-key", "wrong", "stats"], code: 4, told: "QUARRY_API_KEY" },
    { words: ["--url", "http://127.0.0.1:1", "stats"], code: 5, told: "can't reach http://127.0.0.1:1" },
    { words: ["--url", "nonsense", "stats"], code: 2, told: "--url: must be an http://" },
    { words: ["ingest", "docs", "x", "--watch", "--dry-run"], code: 2, told: "--watch and --dry-run" },
    { words: ["ingest", "docs"], code: 2, told: "give files, folders" },
    { words: ["ingest", "docs", "x", "--text", "y"], code: 2, told: "--text can't be combined" },
    { words: ["ingest", "docs", "https://example.com", "--watch"], code: 2, told: "a page is fetched once" },
    { words: ["keys", "token", "app", "--filter", "a=1"], code: 2, told: "QUARRY_SIGNING_SECRET" },
    { words: ["keys", "token", "app"], code: 2, told: "--filter" },
    { words: ["keys", "token", "app", "--filter", "{}", "--minutes", "1441"], code: 2, told: "at most 1440, got 1441" },
    { words: ["collection", "lst"], code: 2, told: "see quarry collection --help" },
    { words: ["migrate", "--to", "second"], code: 2, told: "give collection names, or --all" },
  ])("$words exits with $code", async ({ words, code, told: reported }) => {
    const ended = await quarry(...words);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toContain(reported);
    expect(ended.stderr).not.toContain("    at ");
  });

  test("the key of a local service is read from its data folder", async () => {
    const directory = join(folder, "working");
    await mkdir(join(directory, ".quarry"), { recursive: true });
    await writeFile(join(directory, ".quarry", "api-secret"), `${API_KEY}\n`);
    const ended = await run(["stats"], { directory, environment: { QUARRY_API_KEY: "" } });
    expect(ended.code).toBe(0);
  });
});

test("collections are created, shown, listed and deleted", async () => {
  const name = await newCollection();
  expect((await quarry("collection", "create", name)).code).toBe(1);
  expect((await quarry("collection", "create", name, "--if-missing")).code).toBe(0);
  expect(await json("collection", "show", name)).toMatchObject({
    name,
    document_count: 0,
    default_search_mode: "semantic",
  });
  expect(await json("collection", "create", `${name}_by_cli`)).toMatchObject({ default_search_mode: "hybrid" });
  const own = ["--embedder", "none", "--dimension", "2"];
  expect(await json("collection", "create", `${name}_own`, ...own)).toMatchObject({ default_search_mode: "semantic" });
  expect(await output("collection", "list", "--prefix", name)).toMatch(new RegExp(`^NAME.*\n${name} +0 `));
  const retained = await quarry("collection", "delete", name);
  expect(retained).toMatchObject({ code: 2 });
  expect(retained.stderr).toContain("--yes");
  await output("collection", "delete", name, "--yes");
  expect((await quarry("collection", "show", name)).code).toBe(3);
});

test("a folder is ingested, searched, inspected and downloaded", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", {
    "herons.txt": HERONS,
    "night/owls.md": `# Owls\n\n${OWLS}`,
    "x.bin": "-",
    ".h.txt": "-",
  });
  const ended = await quarry("ingest", name, root, "--metadata", "kind=bird", "--metadata", '{"year": 2024}');
  expect(ended.code).toBe(0);
  expect(ended.stdout.split("\n").sort()).toEqual([
    "",
    expect.stringMatching(/^ready +birds\/herons.txt {2}1 chunk$/),
    expect.stringMatching(/^ready +birds\/night\/owls.md/),
  ]);
  expect(ended.stderr).toBe("1 file of other types skipped\n2 ready\n");
  const found = await output("search", name, "what do herons do", "--mode", "hybrid", "--filter", "year=2024");
  expect(found).toMatch(/^ 1\. 0\.\d{3} {2}herons\.txt/);
  expect(found).toContain(HERONS);
  expect(found).not.toContain("\u001b");
  const [result] = await json<readonly { document_id: string; metadata: object }[]>(
    "search",
    name,
    "herons",
    "--top-k",
    "1",
  );
  expect(result).toMatchObject({ metadata: { kind: "bird", source_path: "birds/herons.txt" } });
  const id = result!.document_id;
  expect(await json("documents", "show", name, id)).toMatchObject({
    filename: "herons.txt",
    status: "ready",
    file_size: 54,
  });
  expect(await output("documents", "show", name, id)).toMatch(
    /^timings +waiting \d+ ms, reading \d+ ms, .*total \d+ ms$/m,
  );
  expect(await output("documents", "chunks", name, id)).toContain(HERONS);
  expect(await output("documents", "download", name, id, "-o", "-")).toBe(HERONS);
  const copy = join(folder, "copy.txt");
  await output("documents", "download", name, id, "-o", copy);
  expect(await readFile(copy, "utf8")).toBe(HERONS);
  expect((await quarry("documents", "download", name, id, "-o", copy)).code).toBe(2);
  expect(await json("stats", name)).toMatchObject({ collection: name, document_count: 2 });
  const gone = await quarry("documents", "delete", name, id, "00000000-0000-7000-8000-000000000000");
  expect(gone).toMatchObject({ code: 1, stdout: "deleted 1 of 2 documents\n" });
});

test("ingest skips unchanged files; a sync replaces changed files and deletes missing ones", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", { "herons.txt": HERONS, "owls.txt": OWLS, "gone.txt": "Dodos are gone." });
  expect(await ingested(name, root)).toEqual({
    "birds/herons.txt": "ready",
    "birds/owls.txt": "ready",
    "birds/gone.txt": "ready",
  });
  const first = await documents(name);
  expect(await ingested(name, root)).toEqual({
    "birds/herons.txt": "unchanged",
    "birds/owls.txt": "unchanged",
    "birds/gone.txt": "unchanged",
  });
  await writeFile(join(root, "owls.txt"), "Owls sleep by day.");
  rmSync(join(root, "gone.txt"));
  const planned = { "birds/herons.txt": "unchanged", "birds/owls.txt": "uploaded", "birds/gone.txt": "deleted" };
  expect(await ingested(name, root, "--sync", "--delete-missing", "--dry-run")).toEqual(planned);
  expect(await documents(name)).toEqual(first);
  expect(await ingested(name, root, "--sync", "--delete-missing")).toEqual({ ...planned, "birds/owls.txt": "ready" });
  const after = await documents(name);
  expect(after.map(({ filename }) => filename).sort()).toEqual(["herons.txt", "owls.txt"]);
  const idOf = (all: readonly Listed[], file: string) => all.find(({ filename }) => filename === file)?.id;
  expect(idOf(after, "herons.txt")).toBe(idOf(first, "herons.txt"));
  expect(idOf(after, "owls.txt")).not.toBe(idOf(first, "owls.txt"));
  expect((await quarry("ingest", name, root, "--delete-missing")).code).toBe(2);
});

test("ingest accepts globs and standard input, and a bad file stops no other", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", { "a.txt": HERONS, "b.txt": OWLS, "empty.txt": "", "c.md": "# Not asked for" });
  const ended = await quarry("ingest", name, `${root}/*.txt`);
  expect(ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/ready.*\n.*ready/) as string });
  expect(ended.stderr).toMatch(/failed .*empty\.txt/);
  expect(ended.stderr).toContain("quarry: 1 of 3 files failed");
  const piped = await run(["ingest", name, "-", "--name", "notes.md"], {
    input: "# Notes\n\nGeese fly in a wedge.\n",
  });
  expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining("notes.md") as string });
  expect(await output("search", name, "geese wedge", "--mode", "keyword")).toContain("Geese fly in a wedge.");
  expect((await quarry("ingest", name, "-")).code).toBe(2);
  expect((await quarry("ingest", name, `${root}/*.pdf`)).code).toBe(2);
  expect((await quarry("ingest", "missing", root)).code).toBe(3);
});

test("ingest accepts a text and the URL of a page, which the service requests once per run", async () => {
  let requested = 0;
  await using site = createServer((_request, answer) => {
    requested += 1;
    answer.writeHead(200, { "content-type": "text/html" }).end(`<h1>Swifts</h1><p>Swifts sleep on the wing.</p>`);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const page = `http://127.0.0.1:${(site.address() as AddressInfo).port}/swifts`;
  const name = await newCollection();
  expect(await ingested(name, page, "--dry-run")).toEqual({ [page]: "uploaded" });
  expect(requested).toBe(0);
  expect(await ingested(name, page, page, "--metadata", "team=birds")).toEqual({ [page]: "ready" });
  expect(await ingested(name, page)).toEqual({ [page]: "ready" });
  expect(requested).toBe(2);
  expect(await ingested(name, "--text", "# Geese\n\nGeese fly in a wedge.")).toEqual({ "text.md": "ready" });
  expect(await ingested(name, "--text", HERONS, "--name", "herons.txt")).toEqual({ "herons.txt": "ready" });
  const found = await documents(name);
  expect(found.map(({ filename }) => filename).toSorted()).toEqual(["herons.txt", "swifts", "text.md"]);
  expect(found[0]!.metadata).toMatchObject({ team: "birds" });
  const refused = await quarry("ingest", name, "http://");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("url") as string });
});

test("a user token is limited to its filter, with an HS256 and with an EdDSA signing key", async () => {
  const name = await newCollection();
  await output("ingest", name, "--text", HERONS, "--metadata", "acl=staff", "--name", "staff.txt");
  await output("ingest", name, "--text", OWLS, "--metadata", "acl=board", "--name", "board.txt");
  const seen = async (key: string, secret: string) => {
    const made = await run(["keys", "token", key, "--filter", "acl=staff", "--subject", "7"], {
      environment: { QUARRY_SIGNING_SECRET: secret },
    });
    expect(made.code).toBe(0);
    const token = made.stdout.trim();
    const listed = await run(["--json", "documents", "list", name], { environment: { QUARRY_API_KEY: token } });
    return (JSON.parse(listed.stdout) as readonly Listed[]).map(({ filename }) => filename);
  };
  for (const signing of ["HS256", "EdDSA"]) {
    const secret = await output("keys", "new", `app-${signing}`, "--server", "--signing", signing);
    expect(await seen(`app-${signing}`, secret)).toEqual(["staff.txt"]);
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const wrong = await run(["keys", "token", "app", "--filter", "{}"], { environment: { QUARRY_SIGNING_SECRET: pem } });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("another kind of key") as string,
  });
});

test("migrate moves a collection to another store; Ctrl-C leaves the change running, and a new call follows it", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", { "herons.txt": HERONS, "owls.txt": OWLS });
  await output("ingest", name, root);
  const wrong = await quarry("migrate", name, "--to", "nowhere");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("it has default, second");
  // The embedder blocks the document, so that it is still in progress when the program exits.
  writeFileSync(gate, "0");
  const words = ["--store", "second", "--embedder", "gated"];
  const { id } = await json<{ id: string }>("change", "start", name, ...words);
  const running = start(["migrate", name, "--to", "second"]);
  await until("the change to be followed", () => (running.stderr().includes("building") ? true : undefined));
  running.interrupt();
  const left = await running.ended;
  expect(left.code).toBe(130);
  expect(left.stderr).toContain(`quarry change show ${name} ${id}`);
  expect(await json("change", "show", name, id)).toMatchObject({ state: "building" });
  const other = await quarry("migrate", name, "--to", "default");
  expect(other).toMatchObject({ code: 1 });
  expect(other.stderr).toContain("is already being changed to second gated-a");
  const following = start(["migrate", name, "--to", "second"]);
  await until("the change to be followed again", () =>
    following.stderr().includes("continues at") ? true : undefined,
  );
  rmSync(gate);
  const moved = await following.ended;
  expect(moved).toMatchObject({ code: 0 });
  expect(moved.stderr).toContain(`${name}: is on second now`);
  const again = await quarry("migrate", name, "--to", "second");
  expect(again).toMatchObject({ code: 0, stderr: `${name}: is already on second\n` });
  const back = await json<readonly { to: object; state: string }[]>("migrate", name, "--to", "default");
  expect(back).toMatchObject([{ to: { vector_store: "default", embedding_provider: "gated" }, state: "switched" }]);
  expect(await output("search", name, "herons", "--mode", "keyword")).toContain(HERONS);
  const rolledBack = await json<{ rollback_of: string; id: string }>(
    "change",
    "rollback",
    name,
    (await json<{ changes: { id: string }[] }>("change", "list", name)).changes[0]!.id,
  );
  expect(rolledBack.rollback_of).toMatch(/^[0-9a-f-]{36}$/);
});

test("webhooks are created, listed and deleted; stores and models are listed", async () => {
  const { id, secret } = await json<{ id: string; secret: string }>("webhooks", "create", "http://localhost:9/hook");
  expect(secret).toMatch(/\S{20}/);
  expect(await output("webhooks", "list")).toMatch(new RegExp(`${id} +active +http://localhost:9/hook`));
  await output("webhooks", "delete", id);
  expect(await json("webhooks", "list")).toEqual([]);
  expect(await output("stores")).toMatch(/second +@quarry\/vector-embedded/);
  expect(await json("models")).toContainEqual(expect.objectContaining({ provider: "gated", model: "gated-a" }));
});

describe("quarry api", () => {
  test("calls any method by its name, with field names as in REST", async () => {
    const name = await newCollection();
    const fields = [`name=${name}`, "default_top_k=3", 'metadata={"snake_case": 1}'];
    expect(await json("api", "updateCollection", ...fields)).toMatchObject({
      name,
      default_top_k: 3,
      metadata: { snake_case: 1 },
    });
    await server.api.ingest({ collection: name, filename: "herons.txt", bytes: "Herons stand in shallow water." });
    const query = { collection_name: name, query: "herons", search_mode: "keyword", highlight: { fragment_chars: 40 } };
    const { results } = await json<{ results: { highlights: { text: string }[] }[] }>(
      "api",
      "query",
      JSON.stringify(query),
    );
    expect(results[0]?.highlights[0]?.text).toContain("Herons");
    expect(await json("api", "getHealth")).toMatchObject({ status: "ok" });
  });

  test("lists the valid methods, fields and values in its errors", async () => {
    const method = await quarry("api", "updateColection");
    expect([method.code, method.stderr]).toEqual([
      2,
      expect.stringMatching(/"updateColection": must be one of .*updateCollection/),
    ]);
    // Byte streams have separate commands.
    expect(method.stderr).not.toMatch(/uploadDocument|exportCollection/);
    const field = await quarry("api", "listJobs", "stat=failed");
    expect([field.code, field.stderr]).toEqual([
      2,
      expect.stringContaining("stat: is not a field of this request, which has state"),
    ]);
    const value = await quarry("api", "listJobs", "state=lost");
    expect([value.code, value.stderr]).toEqual([
      2,
      expect.stringMatching(/state: must be one of queued, .*got "lost"/),
    ]);
  });
});

test("bash completion covers commands, subcommands and options", async () => {
  const script = join(folder, "completion.bash");
  await writeFile(script, await output("completion", "bash"));
  const completed = async (...words: readonly string[]): Promise<readonly string[]> => {
    const line = ["quarry", ...words].map((word) => `"${word}"`).join(" ");
    const program = `source "${script}"; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _quarry; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", program]);
    return stdout.trim().split(" ");
  };
  expect(await completed("in")).toEqual(["ingest"]);
  expect(await completed("config", "")).toEqual(expect.arrayContaining(["check", "show", "schema"]));
  expect(await completed("models", "change", "--mo")).toEqual(["--model"]);
  expect(await completed("ingest", "docs", "--wa")).toEqual(["--watch"]);
  expect(await completed("--json", "eval", "docs", "--min-re")).toEqual(["--min-recall"]);
  for (const shell of ["zsh", "fish"]) expect(await output("completion", shell)).toContain("doctor");
});
