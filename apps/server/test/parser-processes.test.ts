import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { leakIn } from "@quarry/parse-check/hostile";
import { afterEach, describe, expect, test } from "vitest";
import { descendantsOf, isRunning } from "./harness/child-processes.ts";
import { DataFolder } from "./harness/data-folder.ts";
import { type Environment, TestServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const PARSER = fileURLToPath(new URL("./parsers/wild-parser.ts", import.meta.url));

/** Starts a server whose .txt files are read by a parser that follows the instructions in them. */
const startWild = async (environment: Environment = {}): Promise<TestServer> => {
  const folder = await DataFolder.make();
  const config = folder.file("quarry.config.json");
  await writeFile(config, JSON.stringify({ parsers: { txt: { plugin: PARSER } } }));
  return TestServer.start(
    {
      SERVICE_CONFIG: config,
      SERVICE_PARSE_MEMORY_MB: "192",
      SERVICE_SHUTDOWN_GRACE_SECONDS: "1",
      ...environment,
    },
    folder,
  );
};

let server: TestServer | undefined;

afterEach(async () => {
  await server?.dispose();
  server = undefined;
});

const GOOD = "The spare key of the archive hangs behind the brass barometer.";

describe("a parser that crashes or hangs", () => {
  const ended = /^reading the file ended unexpectedly: it may be damaged$/;
  const memory = /^reading the file needed more than 192 MB of memory \(setting SERVICE_PARSE_MEMORY_MB\)$/;
  const time = /^reading the file took longer than 3 s \(setting SERVICE_PARSE_TIMEOUT_SECONDS\)$/;
  const atOnce: readonly Kind[] = [
    ["abort", ended],
    ["exit", ended],
    ["segfault", ended],
    ["throw later", ended],
    ["killed", /^reading the file was ended by the system, probably for lack of memory: split the file/],
    ["throw", /^the \.txt file could not be read: it may be damaged$/],
    ["fill the heap", memory],
    ["fill buffers", memory],
    ["one huge array", memory],
  ];
  const late: readonly Kind[] = [
    ["hang", time],
    ["wait", time],
  ];

  type Kind = readonly [string, RegExp];
  test.each<readonly [string, string, readonly Kind[]]>([
    // Long enough for a heap to fill up on a busy machine.
    ["crash", "120", atOnce],
    ["hang", "3", late],
  ])("%s: fails only its document, with a clear message, and the next one is read", async (_, seconds, kinds) => {
    server = await startWild({ SERVICE_PARSE_TIMEOUT_SECONDS: seconds });
    const { api, process } = server;
    await api.createCollection("wild");
    for (const [text, message] of kinds) {
      const failed = await api.ingest({ collection: "wild", filename: "wild.txt", bytes: text });
      expect({ text, status: failed.status, message: failed.error_message }).toEqual({
        text,
        status: "failed",
        message: expect.stringMatching(message),
      });
      expect(leakIn(failed.error_message!)).toBeUndefined();
      const next = await api.ingest({ collection: "wild", filename: "good.txt", bytes: GOOD });
      expect({ after: text, status: next.status, message: next.error_message }).toEqual({
        after: text,
        status: "ready",
        message: null,
      });
    }
    expect(server.process).toBe(process);
    const ending = await server.stop();
    expect({ ...ending, log: process.errors }).toEqual({ code: 0, signal: null, log: [] });
  });
});

test("slow pages are reported as progress, and the last message counts the pages read by OCR", async () => {
  // The pages take longer than this limit, and none of their time counts.
  server = await startWild({ SERVICE_PARSE_TIMEOUT_SECONDS: "3" });
  const { api } = server;
  await api.createCollection("wild");
  const { id } = await api.upload({ collection: "wild", filename: "slow.txt", bytes: "slow pages" });
  const stream = await api.fetch("GET", `/v1/collections/wild/documents/${id}/progress`);
  const messages = [...(await stream.text()).matchAll(/"message":"([^"]*)"/g)].map((match) => match[1]);
  expect(messages).toEqual(expect.arrayContaining(["reading page 1 of 4", "reading page 3 of 4"]));
  const last = "ready: 1 chunk; the text of 3 of 4 pages was recognised in images (OCR)";
  expect(messages.at(-1)).toBe(last);
  const late = await api.fetch("GET", `/v1/collections/wild/documents/${id}/progress`);
  expect(await late.text()).toContain(last);
});

describe.runIf(process.platform === "linux")("parser processes end with the service", () => {
  const readHanging = async (text: string): Promise<readonly number[]> => {
    server = await startWild();
    const { api, process } = server;
    await api.createCollection("wild");
    const { id } = await api.upload({ collection: "wild", filename: "wild.txt", bytes: text });
    await api.inStatus("wild", id, "processing");
    const idle = await api.ingest({ collection: "wild", filename: "good.txt", bytes: GOOD });
    expect(idle.status).toBe("ready");
    const children = await until("both processes to run", () => {
      const found = descendantsOf(process.pid);
      return found.length === 2 ? found : undefined;
    });
    return children;
  };

  const gone = (children: readonly number[]) =>
    until(
      () => `the processes ${children.filter(isRunning).join(", ")} to end`,
      () => (children.some(isRunning) ? undefined : true),
    );

  test.each(["hang", "wait"])("when it is killed while a parser is in a %s", async (text) => {
    const children = await readHanging(text);
    await server!.kill();
    await gone(children);
  });

  test("but not before it, when all processes receive a signal", async () => {
    const children = await readHanging("wait");
    for (const child of children) for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(child, signal);
    const next = await server!.api.ingest({ collection: "wild", filename: "good.txt", bytes: GOOD });
    expect(next.status).toBe("ready");
    expect(descendantsOf(server!.process.pid).toSorted()).toEqual(children.toSorted());
    expect(await server!.stop()).toEqual({ code: 0, signal: null });
    await gone(children);
  });

  test.each(["hang", "wait"])("when it is stopped while a parser is in a %s", async (text) => {
    const children = await readHanging(text);
    expect(await server!.stop()).toEqual({ code: 0, signal: null });
    await gone(children);
  });
});
