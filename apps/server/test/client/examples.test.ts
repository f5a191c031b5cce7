import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { inherited } from "../cli/cli.ts";
import { SOURCE_FLAGS } from "../harness/start-command.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { until } from "../harness/until.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const API_KEY = "a-secret-for-tests-only";

const server = useSharedServer();

const environment = () => ({ ...inherited(), QUARRY_URL: server.api.address, QUARRY_API_KEY: API_KEY });

const WEBHOOK_SECRET = "whsec";
const EVENT = JSON.stringify({ event: "document.ready", document_id: "a-document" });
const SIGNATURE = `sha256=${createHmac("sha256", WEBHOOK_SECRET).update(EVENT).digest("hex")}`;

describe("the programs of the client guide", () => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-clients-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const guide = readFileSync(join(ROOT, "docs/guides/clients.md"), "utf8");
  const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!);

  /** Runs a code block with the test's lines appended. Returns its output. */
  const run = async (part: string, more = ""): Promise<string> => {
    const block = blocks.find((each) => each.includes(part));
    if (block === undefined) throw new Error(`the guide has no program with ${part}`);
    const file = join(folder, `program-${blocks.indexOf(block)}.ts`);
    writeFileSync(file, block + more);
    const options = { cwd: folder, env: environment() };
    return (await promisify(execFile)(process.execPath, [...SOURCE_FLAGS, file], options)).stdout;
  };

  test("are the five that these tests run", () => expect(blocks).toHaveLength(5));

  test("upload, wait, search", async () => {
    await cp(join(ROOT, "apps/server/demo/library"), join(folder, "library"), { recursive: true });
    expect(await run("waitUntilReady")).toMatch(/^0\.\d{3} quarry-handbook\.pdf page \d+$/m);
  });

  test("render matches as HTML", async () => {
    const more = `
      console.log(fragmentHtml({ text: "𠮷 <b>&</b>", matches: [{ start: 2, end: 5 }, { start: 6, end: 9 }] }));
    `;
    const lines = (await run("fragmentHtml", more)).trim().split("\n");
    expect(lines[0]).toMatch(/<mark>delet\w*<\/mark>/i);
    expect(lines.at(-1)).toBe("𠮷 <mark>&lt;b&gt;</mark>&amp;<mark>&lt;/b</mark>&gt;");
  });

  test("handle failures", async () => {
    expect(await run("NotFoundError")).toBe('collection "unheard_of" does not exist\n');
  });

  test("upload from a browser", async () => {
    await server.api.createCollection("from_browser");
    const more = `
      const file = new File(["Herons stand still."], "herons.txt");
      for await (const line of uploadAndWatch("${server.api.address}", "${API_KEY}", "from_browser", file)) console.log(line);
    `;
    expect(await run("uploadAndWatch", more)).toMatch(/^100 %: ready: 1 chunk$/m);
  });

  test("verify webhooks", async () => {
    const request = (signature: string) =>
      `new Request("http://localhost", { method: "POST", body: ${JSON.stringify(EVENT)}, headers: { "x-service-signature": "${signature}" } })`;
    const more = `
      console.log(await eventOf(${request(SIGNATURE)}, "${WEBHOOK_SECRET}"), await eventOf(${request("sha256=00")}, "${WEBHOOK_SECRET}"));
    `;
    expect(await run("verifyWebhook", more)).toBe("{ event: 'document.ready', document_id: 'a-document' } undefined\n");
  });

  test("the client's main entry imports no Node modules", async () => {
    const entry = pathToFileURL(join(ROOT, "packages/client/src/index.ts")).href;
    const program = `
      import { registerHooks } from "node:module";
      const seen = [];
      registerHooks({ resolve: (name, context, next) => { const found = next(name, context); seen.push(found.url); return found; } });
      await import(${JSON.stringify(entry)});
      console.log(JSON.stringify(seen.filter((url) => url.startsWith("node:"))));
    `;
    const words = [...SOURCE_FLAGS, "--input-type=module", "--eval", program];
    expect((await promisify(execFile)(process.execPath, words)).stdout).toBe("[]\n");
  });
});

describe("the example of an internal service", () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill("SIGKILL"));

  test("ingests documents, answers questions with sources, accepts signed events, and exits on SIGTERM", async () => {
    child = spawn(process.execPath, [...SOURCE_FLAGS, join(ROOT, "examples/internal-service/main.ts")], {
      env: { ...environment(), PORT: "0", COLLECTION: "internal", WEBHOOK_SECRET },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    let printed = "";
    child.stdout!.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const address = await until("the service to listen", () => /listening on (\S+)/.exec(printed)?.[1]);
    const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(address + path, { method: "POST", body, headers });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const added = await post("/documents?name=birds.md", "# Herons\n\nHerons stand still in shallow water.\n");
    expect(added).toMatchObject({ status: 201, body: { passages: 1 } });
    const requested = await post("/questions", JSON.stringify({ question: "where do herons stand" }));
    expect(requested).toMatchObject({ status: 200, body: { passages: [{ source: { filename: "birds.md" } }] } });
    expect(await post("/documents?name=birds.exe", "?")).toMatchObject({ status: 400 });
    expect(await post("/documents?name=empty.txt", "")).toMatchObject({ status: 422 });
    expect(await post("/webhook", EVENT, { "x-service-signature": SIGNATURE })).toMatchObject({ status: 200 });
    expect(await post("/webhook", `${EVENT} `, { "x-service-signature": SIGNATURE })).toMatchObject({ status: 401 });
    expect(printed).toContain("document.ready a-document");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});
