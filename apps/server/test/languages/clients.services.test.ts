import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTcpProxy } from "@quarry/services";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { ExampleCopy } from "./example-copy.ts";

const API_KEY = "a-secret-for-tests-only";
const HANDBOOK = fileURLToPath(new URL("../../demo/library/quarry-handbook.pdf", import.meta.url));

/** More than what is on its way in buffers: a client is still sending when the service has refused it. */
const LARGE_BYTES = 64 * 1024 * 1024;

// Held up where a test wants to do something while a document is processed.
const folder = mkdtempSync(join(tmpdir(), "quarry-languages-"));
const gate = join(folder, "gate");
const config = join(folder, "quarry.config.jsonc");
const plugin = fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url));
const gated = { plugin, settings: { gate, log: join(folder, "embedded") } };
writeFileSync(config, JSON.stringify({ embedders: { gated }, defaultEmbedder: "gated" }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(gate, { force: true }));

const server = useServer({ SERVICE_CONFIG: config });

interface Client {
  readonly name: "client-python" | "client-go";
  /** The one that it takes where none is named. */
  readonly ownCollection: string;
  /** What stands before the options. */
  readonly program: string;
  /** What stands before an option's name. */
  readonly dashes: string;
  /** How it spells a status. */
  readonly statuses: Readonly<
    Record<"unauthenticated" | "invalidArgument" | "deadlineExceeded" | "unavailable", string>
  >;
}

const CLIENTS: readonly Client[] = [
  {
    name: "client-python",
    ownCollection: "example_python",
    program: ".venv/bin/python ask.py",
    dashes: "--",
    statuses: {
      unauthenticated: "UNAUTHENTICATED",
      invalidArgument: "INVALID_ARGUMENT",
      deadlineExceeded: "DEADLINE_EXCEEDED",
      unavailable: "UNAVAILABLE",
    },
  },
  {
    name: "client-go",
    ownCollection: "example_go",
    program: "./client-go",
    dashes: "-",
    statuses: {
      unauthenticated: "Unauthenticated",
      invalidArgument: "InvalidArgument",
      deadlineExceeded: "DeadlineExceeded",
      unavailable: "Unavailable",
    },
  },
];

describe.each(CLIENTS)("examples/$name", ({ name, program, dashes, statuses, ownCollection }) => {
  let example: ExampleCopy;
  beforeAll(async () => {
    example = await ExampleCopy.make(name);
    await mkdir(join(example.root, ".quarry"));
    await writeFile(join(example.root, ".quarry/api-secret"), API_KEY);
    await mkdir(join(example.root, "apps/server/demo/library"), { recursive: true });
    await copyFile(HANDBOOK, join(example.root, "apps/server/demo/library/quarry-handbook.pdf"));
  });
  afterAll(() => example?.remove());

  const environment = (changes: Readonly<Record<string, string>> = {}) => ({
    QUARRY_URL: server.api.address,
    QUARRY_API_KEY: API_KEY,
    ...changes,
  });

  const fileOf = (filename: string, content: string | Uint8Array): string => {
    const path = join(example.root, filename);
    writeFileSync(path, content);
    return path;
  };

  const collection = name.replace("-", "_");
  const options = (given: Readonly<Record<string, string>>): string =>
    Object.entries({ collection, ...given })
      .map(([option, value]) => `${dashes}${option} '${value}'`)
      .join(" ");
  const command = (file: string, question: string, given: Readonly<Record<string, string>> = {}): string =>
    `${program} ${options(given)} '${file}' '${question}'`;

  test("the commands of its README make a collection, upload, follow and print citations", async () => {
    const readme = example.commands[1]!.replace("http://127.0.0.1:8080", server.api.address);
    const { code, stdout, stderr } = await example.run(readme);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^ 25 %[\s\S]+^100 %  ready: \d+ chunks$/m),
    });
    expect(stdout.trim().split("\n")).toHaveLength(10);
    expect(stdout).toMatch(/^0\.\d{3}  quarry-handbook\.pdf, page \d+, The life of a document[^\n]*\n {7}\S/);
    const { documents } = await server.api.expect<{ documents: { metadata: unknown; file_size: number }[] }>(
      200,
      "GET",
      `/v1/collections/${ownCollection}/documents`,
    );
    expect(documents.at(-1)).toMatchObject({ metadata: { team: "docs" }, file_size: readFileSync(HANDBOOK).length });
  });

  test("what it prints lies inside of the filter; the collection may be there already", async () => {
    const harbour = fileOf("harbour.md", "# Harbour\n\n## Pilots\n\nPilots board the ships at the outer buoy.\n");
    const other = fileOf("other.txt", "Pilots board the ships at the other buoy.");
    await example.run(command(other, "buoy", { metadata: '{"team": "other"}' }), environment());
    const filters = { metadata: '{"team": "harbour"}', filter: '{"team": {"$in": ["harbour"]}}' };
    const { code, stdout } = await example.run(command(harbour, "Where do pilots board?", filters), environment());
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d\.\d{3}  harbour\.md, Harbour > Pilots\n {7}.*outer buoy.*\n$/),
    });
  });

  test("a failure is told by its status and what the service says", async () => {
    const text = fileOf("text.txt", "Some text.");
    const failures = await Promise.all([
      example.run(command(text, "text"), environment({ QUARRY_API_KEY: "wrong" })),
      example.run(command(text, "text", { filter: '{"$near": 1}' }), environment()),
      example.run(command(fileOf("program.exe", Buffer.alloc(LARGE_BYTES)), "text"), environment()),
      example.run(command(fileOf("broken.pdf", "no PDF at all"), "text"), environment()),
      example.run(command(text, "text"), environment({ QUARRY_URL: "http://127.0.0.1:1" })),
    ]);
    expect(failures.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
      failures.map(() => ({ code: 1, stdout: "" })),
    );
    const last = failures.map(({ stderr }) => stderr.trim().split("\n").at(-1));
    expect(last).toEqual([
      expect.stringContaining(`${statuses.unauthenticated}: Authorization: must be 'Bearer <API secret>'`),
      expect.stringContaining(`${statuses.invalidArgument}: filters.$near: unknown operator`),
      expect.stringContaining(`${statuses.invalidArgument}: file: must be one of .pdf,`),
      expect.stringMatching(/^broken\.pdf: .+not a PDF/),
      expect.stringContaining(`${statuses.unavailable}: `),
    ]);
  });

  test("a service that takes the call and never answers is given up at the deadline", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    try {
      await until("the silent server to listen", () => silent.address() ?? undefined);
      const QUARRY_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const timeout = name === "client-go" ? "0.5s" : "0.5";
      const ended = await example.run(
        command(fileOf("text.txt", "Some text."), "text", { timeout }),
        environment({ QUARRY_URL }),
      );
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`${statuses.deadlineExceeded}: `) });
    } finally {
      silent.close();
    }
  });

  test("a progress stream that breaks is opened again", async () => {
    const proxy = await openTcpProxy(Number(new URL(server.api.address).port));
    try {
      writeFileSync(gate, "0");
      // A text of its own: a vector that is in the cache is not asked for, and nothing would hold the document up.
      const held = fileOf("held.txt", `The tide turns at noon, says ${name}.`);
      const QUARRY_URL = `http://127.0.0.1:${proxy.port}`;
      const running = example.start(command(held, "When does the tide turn?"), environment({ QUARRY_URL }));
      await until(
        () => `embedding; it said ${running.stderr()}`,
        () => (running.stderr().includes(" 75 %") ? true : undefined),
      );
      proxy.cut();
      rmSync(gate);
      const { code, stdout, stderr } = await running.ended;
      expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining("held.txt") });
      expect(stderr).toContain("100 %  ready");
    } finally {
      await proxy.close();
    }
  });
});
