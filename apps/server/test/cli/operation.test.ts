import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import type { CliOptions, Ended } from "./cli.ts";
import { API_KEY, makeCliWorld, useFolder } from "./cli-world.ts";
import { runCli } from "./hosted-cli.ts";

const KEYS = {
  reader: "qk_reads-everything",
  writer: "qk_writes-everything",
  admin: "qk_may-do-everything",
  guest: "qk_reads-one-collection",
  clerk: "qk_writes-one-collection",
  early: "qk_writes-one-that-is-not-there",
};
const sha256 = (key: string) => createHash("sha256").update(key).digest("hex");

const folder = useFolder();
const config = join(folder, "keys.config.json");
writeFileSync(
  config,
  JSON.stringify({
    apiKeys: {
      reader: { sha256: sha256(KEYS.reader), scope: "read" },
      writer: { sha256: sha256(KEYS.writer), scope: "write" },
      admin: { sha256: sha256(KEYS.admin), scope: "admin" },
      guest: { sha256: sha256(KEYS.guest), scope: "read", collections: ["cli_1", "cli_9"] },
      clerk: { sha256: sha256(KEYS.clerk), scope: "write", collections: ["cli_1"] },
      early: { sha256: sha256(KEYS.early), scope: "write", collections: ["later"] },
    },
  }),
);

const server = useServer({ SERVICE_CONFIG: config });
const { run, quarry, json, newCollection } = makeCliWorld(server, folder);

/** Runs a command without a service: nothing listens on port 1, and the server's settings are unknown. */
const alone = (words: readonly string[], options: CliOptions = {}): Promise<Ended> =>
  runCli(words, {
    directory: folder,
    ...options,
    environment: { QUARRY_URL: "http://127.0.0.1:1", ...options.environment },
  });

const write = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly remedy?: string;
}

const findingsOf = ({ stdout }: Ended): ReadonlyMap<string, Finding> =>
  new Map((JSON.parse(stdout) as readonly Finding[]).map((finding) => [finding.check, finding]));

describe("keys", () => {
  test("a new key is printed once, with its entry for the configuration file", async () => {
    const ended = await alone(["keys", "new", "dashboard", "--collections", "manuals", "faq"]);
    expect(ended.code).toBe(0);
    const key = ended.stdout.trim();
    expect(key).toMatch(/^qk_[\w-]{43}$/);
    expect(ended.stderr).not.toContain(key);
    const entry = JSON.parse(ended.stderr.slice(ended.stderr.indexOf("{"))) as unknown;
    const expected = { sha256: sha256(key), scope: "read", collections: ["manuals", "faq"] };
    expect(entry).toEqual({ apiKeys: { dashboard: expected } });
    const file = await write("new-key.json", JSON.stringify(entry));
    expect(await alone(["config", "check", file])).toMatchObject({ code: 0 });
    expect(await alone(["keys", "new", "two words"])).toMatchObject({ code: 2, stdout: "" });
    expect(await alone(["keys", "new", "x", "--collections", "9lives"])).toMatchObject({ code: 2, stdout: "" });
  });

  test("a key created with --server works at once, is listed, and is revoked", async () => {
    const keys = (...parts: readonly string[]) => quarry("keys", ...parts);
    const made = await keys("new", "robot", "--scope", "write", "--server", "--days", "30");
    expect(made.code).toBe(0);
    const key = made.stdout.trim();
    expect(key).toMatch(/^qk_[\w-]{43}$/);
    expect(made.stderr).not.toContain(key);
    const check = () => run(["--json", "keys", "check"], { environment: { QUARRY_API_KEY: key } });
    expect(JSON.parse((await check()).stdout)).toMatchObject({ name: "key:robot", scope: "write", collections: null });
    const listed = await keys("list");
    expect(listed.stdout).toMatch(/^NAME +SCOPE +COLLECTIONS +STATE +ENDS +STORED IN$/m);
    expect(listed.stdout).toMatch(/^robot +write +all +active +20\d\d-.* +service$/m);
    expect(listed.stdout).toMatch(/^reader +read +all +active +never +config file$/m);
    expect(listed.stdout).not.toContain(key);
    expect(await keys("revoke", "robot")).toMatchObject({ code: 0, stdout: "Key 'robot' revoked\n" });
    expect((await check()).code).toBe(4);
    expect((await keys("list")).stdout).toMatch(/^robot .* revoked /m);
    expect((await keys("revoke", "nobody")).code).not.toBe(0);
    expect(await alone(["keys", "new", "x", "--days", "3"])).toMatchObject({ code: 2, stdout: "" });
  });

  test("check reports the scope and collections of the key in use", async () => {
    expect(await newCollection()).toBe("cli_1");
    const check = async (key: string): Promise<unknown> => {
      const ended = await run(["--json", "keys", "check"], { environment: { QUARRY_API_KEY: key } });
      return ended.code === 0 ? JSON.parse(ended.stdout) : ended.code;
    };
    const always = { filter: null, expires_at: null };
    expect(await check("a-secret-for-tests-only")).toEqual({
      ...{ name: "api-secret", scope: "admin", collections: null },
      ...always,
    });
    expect(await check(KEYS.admin)).toEqual({ name: "config:admin", scope: "admin", collections: null, ...always });
    expect(await check(KEYS.writer)).toMatchObject({ scope: "write", collections: null });
    expect(await check(KEYS.reader)).toMatchObject({ scope: "read", collections: null });
    expect(await check(KEYS.guest)).toMatchObject({ scope: "read", collections: ["cli_1", "cli_9"] });
    expect(await check(KEYS.clerk)).toMatchObject({ scope: "write", collections: ["cli_1"] });
    expect(await check(KEYS.early)).toMatchObject({ scope: "write", collections: ["later"] });
    expect(await check("qk_nobodys")).toBe(4);
  });
});

describe("config", () => {
  test("check reports all problems at once, each with its location", async () => {
    const file = await write(
      "wrong.config.jsonc",
      `{
  // Comments and trailing commas are fine.
  "embedders": {
    "mine": { "plugin": "@quarry/embedder-openai", "settings": { "baseUrl": "nope", "modles": [] } },
    "gone": { "plugin": "./nope.ts" },
    "late": { "plugin": 7 },
  },
  "defaultEmbedder": "late",
  "defaultVectorStore": "other",
  "apiKeys": { "a": { "sha256": "12", "scope": "root" } },
  "vectorStor": {},
}`,
    );
    const ended = await alone(["config", "check", file], { environment: { SERVICE_PORT: "many" } });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr.split("\n").map((line) => line.replace(file, "file"))).toEqual([
      expect.stringMatching(/^SERVICE_PORT: must be a whole number/),
      expect.stringMatching(/^file:4:\d+: embedders\.mine\.settings\.baseUrl: /),
      expect.stringMatching(/^file:4:\d+: embedders\.mine\.settings\.modles: unknown; it may be baseUrl/),
      expect.stringMatching(/^file:5:\d+: embedders\.gone\.plugin: /),
      expect.stringMatching(/^file:6:\d+: embedders\.late\.plugin: /),
      expect.stringMatching(/^file:9:\d+: defaultVectorStore: must be one of default/),
      expect.stringMatching(/^file:10:\d+: apiKeys\.a\.sha256: /),
      expect.stringMatching(/^file:10:\d+: apiKeys\.a\.scope: /),
      expect.stringMatching(/^file:11:\d+: vectorStor: unknown/),
      "quarry: 9 problems found",
      "",
    ]);
    const reported = await alone(["--json", "config", "check", file]);
    expect(reported.code).toBe(1);
    expect(JSON.parse(reported.stdout)).toMatchObject({ valid: false, problems: { length: 8, 0: { line: 4 } } });
  });

  test("check reports the location of invalid JSON, and fails for a missing file", async () => {
    const file = await write("broken.config.jsonc", `{\n  "embedders": [\n}`);
    expect((await alone(["config", "check", file])).stderr).toMatch(/broken\.config\.jsonc:3:1: not JSON/);
    expect(await alone(["config", "check", join(folder, "missing.json")])).toMatchObject({ code: 2 });
    expect(await alone(["config", "check"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("show includes defaults and hides secrets", async () => {
    const file = await write(
      "secret.config.json",
      JSON.stringify({
        embedders: {
          mine: {
            plugin: "@quarry/embedder-openai",
            settings: { apiKey: "sk-secret-1", headers: { Authorization: "Bearer secret-2" } },
          },
          proxied: { plugin: "@quarry/embedder-openai", settings: { baseUrl: "https://me:secret-3@proxy.test/v1" } },
        },
      }),
    );
    const environment = { SERVICE_DATABASE_URL: "mysql://quarry:secret-4@db/quarry", SERVICE_API_SECRET: "secret-5" };
    const ended = await alone(["--json", "config", "show", file], { environment });
    expect(ended.code).toBe(0);
    expect(ended.stdout).not.toContain("secret-");
    const shown = JSON.parse(ended.stdout) as { readonly settings: readonly unknown[] };
    expect(shown).toMatchObject({
      configuration: {
        defaultEmbedder: "local",
        vectorStore: { plugin: "@quarry/vector-embedded", settings: { synchronous: "full" } },
        embedders: { mine: { settings: { apiKey: "<hidden>", timeoutSeconds: 60 } } },
      },
    });
    expect(shown.settings).toContainEqual({ variable: "SERVICE_PORT", value: 8080, from: "default" });
    expect(shown.settings).toContainEqual({ variable: "SERVICE_API_SECRET", value: "<hidden>", from: "environment" });
    expect((await alone(["config", "show", file], { environment })).stdout).not.toContain("secret-");
  });

  test("schema includes the settings of plugins that the file names", async () => {
    const plugin = await write(
      "measured-store.mjs",
      `import { defineVectorStore } from "${import.meta.resolve("@quarry/plugin")}";
       import { Effect, Schema } from "${import.meta.resolve("effect")}";
       export default defineVectorStore({ name: "measured", specVersion: 1,
         capabilities: { maxTopK: 10, maxDimension: 10, sharedBetweenProcesses: false },
         settings: Schema.Struct({ furlongs: Schema.Int }), make: () => Effect.never });`,
    );
    const file = await write(
      "own.config.json",
      JSON.stringify({ vectorStores: { own: { plugin, settings: { furlongs: 3 } } }, $schema: "./quarry.schema.json" }),
    );
    const ended = await alone(["config", "schema", file]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    const schema = JSON.parse(ended.stdout) as {
      readonly properties: {
        readonly vectorStores: { readonly additionalProperties: { readonly allOf: readonly unknown[] } };
      };
    };
    expect(schema).toMatchObject({ additionalProperties: false, properties: { $schema: { type: "string" } } });
    expect(schema.properties.vectorStores.additionalProperties.allOf).toContainEqual({
      if: { properties: { plugin: { enum: [plugin] } }, required: ["plugin"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
      then: { properties: { settings: expect.objectContaining({ required: ["furlongs"] }) as unknown } },
    });
  });
});

describe("doctor", () => {
  test("checks a running service", async () => {
    const ended = await run(["--json", "doctor"], { directory: folder });
    expect(ended.code).toBe(0);
    const findings = findingsOf(ended);
    for (const check of ["service", "service version", "clock", "database", "vector_store", "cache", "api key"]) {
      expect(findings.get(check)).toMatchObject({ status: "ok" });
    }
    const wrong = await run(["--json", "doctor"], { environment: { QUARRY_API_KEY: "qk_nobodys" } });
    expect(wrong.code).toBe(1);
    expect(findingsOf(wrong).get("api key")).toMatchObject({ status: "problem", remedy: expect.any(String) as string });
  });

  test("checks the configured plugins if no service runs, and creates no files", async () => {
    const directory = mkdtempSync(join(folder, "empty-"));
    const ended = await alone(["--json", "doctor"], { directory });
    expect(ended.code).toBe(0);
    const findings = findingsOf(ended);
    expect(findings.get("vector store default")).toMatchObject({ status: "ok" });
    expect(findings.get("embedder local")).toMatchObject({ status: "ok" });
    expect(findings.get("service")).toMatchObject({ status: "skipped" });
    // The default providers have remote addresses. They are not configured and so not checked.
    expect(findings.has("embedder provider_a")).toBe(false);
    expect(await readdir(directory)).toEqual([]);
  });

  test("warns of variables that resemble settings, without showing their values", async () => {
    const directory = mkdtempSync(join(folder, "misspelt-"));
    const environment = { SERVICE_DATABSE_URL: "mysql://u:hunter2@db/q" };
    const ended = await alone(["--json", "doctor"], { directory, environment });
    expect(findingsOf(ended).get("settings")).toMatchObject({
      status: "warning",
      detail: "SERVICE_DATABSE_URL: is not a setting and is ignored; did you mean SERVICE_DATABASE_URL?",
      remedy: expect.any(String) as string,
    });
    expect(ended.stdout).not.toContain("hunter2");
  });

  test("doesn't open a data folder that a running service uses", async () => {
    const ended = await alone(["--json", "doctor"], { environment: { SERVICE_DATA_DIR: server.current.folder.path } });
    expect(ended.code).toBe(0);
    const findings = findingsOf(ended);
    expect(findings.get("plugins")).toMatchObject({ status: "skipped" });
    // The message must not say that no service runs: one does, and the user must give its address.
    expect(findings.get("service")).toMatchObject({ status: "warning", detail: expect.stringContaining("uses") });
    expect(findings.get("service")?.remedy).toContain("SERVICE_PORT");
  });

  test("finds a service and its key by the service's environment variables", async () => {
    const { port } = new URL(server.api.address);
    const environment = { QUARRY_URL: "", SERVICE_PORT: port, SERVICE_DATA_DIR: server.current.folder.path };
    const ended = await alone(["--json", "doctor"], { environment: { ...environment, SERVICE_API_SECRET: API_KEY } });
    expect(ended.code).toBe(0);
    const findings = findingsOf(ended);
    expect(findings.get("service")).toMatchObject({ status: "ok", detail: `answers at http://127.0.0.1:${port}` });
    expect(findings.get("data folder")?.detail).toBe(server.current.folder.path);
    expect(findings.get("api key")?.detail).toContain("SERVICE_API_SECRET");
  });

  test("skips a data folder that is not the running service's", async () => {
    const ended = await run(["--json", "doctor"], { directory: folder });
    const finding = findingsOf(ended).get("data folder");
    expect(finding).toMatchObject({ status: "skipped", detail: expect.stringContaining("another data folder") });
  });

  test("warns of a provider without a key", async () => {
    const { address } = server.api;
    const embedder = { plugin: "@quarry/embedder-openai", settings: { baseUrl: address } };
    const keyed = { ...embedder, settings: { baseUrl: address, apiKey: "sk-one" } };
    const file = await write("keyless.config.json", JSON.stringify({ embedders: { keyless: embedder, keyed } }));
    const ended = await alone(["--json", "doctor"], { environment: { SERVICE_CONFIG: file } });
    const findings = findingsOf(ended);
    expect(findings.get("embedder keyless")).toMatchObject({ status: "warning", remedy: expect.any(String) });
    expect(findings.get("embedder keyed")).toMatchObject({ status: "ok" });
  });

  test("reports each problem with a remedy", async () => {
    const data = join(folder, "open-data");
    await mkdir(data);
    await chmod(data, 0o755);
    await writeFile(join(data, "quarry.db"), "This is no database, but a text that somebody put there.".repeat(40));
    const file = await write(
      "away.config.json",
      JSON.stringify({
        embedders: { away: { plugin: "@quarry/embedder-openai", settings: { baseUrl: "http://127.0.0.1:1/v1" } } },
      }),
    );
    const environment = {
      SERVICE_DATA_DIR: data,
      SERVICE_CONFIG: file,
      SERVICE_REDIS_URL: "redis://127.0.0.1:1",
      SERVICE_FILES: join(data, "quarry.db", "files"),
    };
    const ended = await alone(["--json", "doctor"], { environment });
    expect(ended.code).toBe(1);
    const findings = findingsOf(ended);
    expect(findings.get("data folder")).toMatchObject({ status: "warning", remedy: `chmod 700 ${data}` });
    for (const check of ["database", "redis", "files", "embedder away"]) {
      expect([check, findings.get(check)]).toMatchObject([check, { status: "problem", remedy: expect.any(String) }]);
    }
    const text = await alone(["doctor"], { environment: { SERVICE_PORT: "many", SERVICE_QUEUE: "carrier-pigeon" } });
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(/^problem settings +SERVICE_PORT: must be/m);
    expect(text.stdout).toMatch(/^problem settings +SERVICE_QUEUE: must be/m);
    expect(text.stdout).toContain("→ ");
    expect(text.stderr).toBe("quarry: 2 problems found\n");
  });

  test("reports an unreachable remote service as a problem", async () => {
    const ended = await alone(["--json", "--url", "http://quarry.invalid", "doctor"]);
    expect(ended.code).toBe(1);
    expect(findingsOf(ended).get("service")).toMatchObject({ status: "problem" });
    expect(findingsOf(ended).has("settings")).toBe(false);
  });
});

test("models change changes a collection's model, and follows the change to its end", async () => {
  const name = await newCollection({ dimension: 256 });
  expect((await run(["models", "change", name])).code).toBe(2);
  expect((await run(["models", "change", "--dimension", "128"])).code).toBe(2);
  const [change] = await json<readonly { readonly to: { readonly dimension: number }; readonly state: string }[]>(
    "models",
    "change",
    name,
    "--dimension",
    "128",
  );
  expect(change).toMatchObject({ to: { dimension: 128 }, state: "switched" });
  const again = await run(["models", "change", name, "--dimension", "128"]);
  expect(again).toMatchObject({ code: 0, stderr: `${name}: is already on 128\n` });
});
