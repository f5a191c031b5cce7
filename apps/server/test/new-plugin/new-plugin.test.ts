import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GuideStep, PLUGIN_KINDS } from "@quarry/new-plugin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { type Check, nameOf, Workshop } from "./workshop.ts";

const workshop = new Workshop();
afterAll(() => workshop.dispose());

const plugins = PLUGIN_KINDS.map(nameOf);
const readmes = new Map<string, readonly GuideStep[]>();

beforeAll(async () => {
  for (const plugin of plugins) readmes.set(plugin, await workshop.make(plugin));
});

const partsOf = <Kind extends GuideStep["kind"]>(plugin: string, kind: Kind) =>
  readmes.get(plugin)!.filter((part): part is GuideStep & { readonly kind: Kind } => part.kind === kind);

/** Number of steps until all checks pass. */
const lengthOf = (plugin: string): number => partsOf(plugin, "green").length;

/** Returns the files of one step: those between two lines that state which checks are green. */
const filesOf = (plugin: string, step: number) => {
  const ends = [0, ...partsOf(plugin, "green").map(({ line }) => line)];
  return partsOf(plugin, "file").filter(({ line }) => line > ends[step - 1]! && line < ends[step]!);
};

/** Returns whether a check must be green after this many steps. */
const isGreenAfter = (plugin: string, steps: number, { names }: Check): boolean =>
  partsOf(plugin, "green")
    .slice(0, steps)
    .some((green) => green.names === "all" || green.names.some((name) => names.includes(name)));

const statesOf = (checks: readonly Check[], status: Check["status"]): readonly string[] =>
  checks.filter((check) => check.status === status).map(({ names }) => names.join(" > "));

const messagesOf = (checks: readonly Check[]): string => checks.flatMap(({ messages }) => messages).join("\n");

/** Compares the README's claims for a plugin after this many steps with the results of its checks. */
const expectAsTold = (plugin: string, steps: number, checks: readonly Check[]): void => {
  const at = `${plugin} after step ${steps}`;
  const reported = checks.filter((check) => isGreenAfter(plugin, steps, check));
  expect(statesOf(reported, "failed"), at).toEqual([]);
  for (const { names } of partsOf(plugin, "green").slice(0, steps)) {
    if (names === "all") continue;
    const named = names.filter(
      (name) => !reported.some((check) => check.names.includes(name) && check.status === "passed"),
    );
    expect(named, `${at}: names of no check`).toEqual([]);
  }
  if (steps === lengthOf(plugin)) return expect(statesOf(checks, "failed"), at).toEqual([]);
  expect(statesOf(checks, "failed").length, `${at}: checks that fail`).toBeGreaterThan(0);
  const message = steps === 0 ? partsOf(plugin, "red")[0]!.message : `is missing: README.md, step ${steps + 1}`;
  expect(messagesOf(checks).replaceAll("are missing", "is missing"), at).toContain(message);
};

test("new plugins compile", async () => {
  expect(await workshop.typeErrors()).toBe("");
});

test("checks of new plugins fail as their READMEs state", async () => {
  const results = await workshop.test(plugins);
  for (const [plugin, checks] of results) expectAsTold(plugin, 0, checks);
});

test.each([1, 2, 3])("after step %i the checks pass that the READMEs name", async (step) => {
  const concerned = plugins.filter((plugin) => lengthOf(plugin) >= step);
  for (const plugin of concerned) {
    const files = filesOf(plugin, step);
    expect(files.length, `${plugin}: files of step ${step}`).toBeGreaterThan(0);
    for (const { path, text } of files) await workshop.write(join(plugin, path), text);
  }
  const results = await workshop.test(concerned);
  for (const [plugin, checks] of results) expectAsTold(plugin, step, checks);
});

test("no README has more than the three tested steps", () => {
  expect(Math.max(...plugins.map(lengthOf))).toBe(3);
});

test("finished plugins compile", async () => {
  for (const plugin of plugins) {
    for (const { script } of partsOf(plugin, "shell")) {
      for (const [, path] of script.matchAll(/^rm (\S+)$/gm)) await workshop.remove(join(plugin, path!));
    }
  }
  expect(await workshop.typeErrors()).toBe("");
});

describe("a service with all four plugins, configured by path", () => {
  let server: TestServer;

  beforeAll(async () => {
    const sections = plugins.flatMap((plugin) =>
      partsOf(plugin, "file")
        .filter(({ path }) => path === "../quarry.config.json")
        .map(({ text }) => JSON.parse(text) as object),
    );
    expect(sections).toHaveLength(plugins.length);
    const file = join(workshop.folder, "quarry.config.json");
    writeFileSync(file, JSON.stringify(Object.assign({}, ...sections)));
    server = await TestServer.start({ SERVICE_CONFIG: file });
  });
  afterAll(() => server?.dispose());

  test("reads, embeds, stores, finds and reranks with them, also after a restart", async () => {
    const fields = { embedding_provider: "big-acme", reranking_enabled: true, reranking_model: "big-acme-words" };
    expect(await server.api.createCollection("manuals", fields)).toMatchObject({
      embedding_model: "big-acme-words",
      dimension: 256,
    });
    const document = await server.api.ingest({
      collection: "manuals",
      filename: "pump.txt",
      bytes: "= The pump\n\nIts warranty lasts two years.\n\n== Care\n\nHerons stand in the water near the valve.\n",
    });
    expect(document).toMatchObject({ status: "ready", error_message: null });
    const chunks = await server.api.chunks("manuals", document.id);
    expect(chunks.map(({ metadata }) => metadata.section)).toEqual([["The pump", "Care"]]);
    await expectFound();
    expect(readdirSync(server.folder.file("plugins", "vector-store")).join()).toMatch(/\.collection\.json/);
    await server.restart();
    await expectFound();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });

  const expectFound = async (): Promise<void> => {
    const answer = await server.api.call<{ results: { text: string }[] }>("POST", "/v1/collections/manuals/query", {
      json: { query: "How long is the warranty?", search_mode: "semantic", rerank: true },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-rerank-status")).toBe("applied");
    expect(answer.body.results[0]!.text).toContain("two years");
  };
});
