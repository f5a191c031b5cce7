import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { WildFolder } from "../plugins/wild-server.ts";

const PLUGINS = "/v1/admin/plugins";
const CONFIG = "/v1/admin/config";

/** Secrets, one in each setting that can contain one. No response may return any of them. */
const SECRETS = {
  declared: "sk-declared-4f9a2b7c1d8e",
  header: "tk+header/8e1d7c2b9a4f",
  inAddress: "pw-address-1c3e5a7b9d",
  parameter: "pm-query-6b8d0f2a4c",
  database: "pw-of-the-files-3d5f7a9c",
  encryption: "0123456789abcdef".repeat(4),
  digest: "a1".repeat(32),
  apiSecret: "a-secret-for-tests-only",
} as const;

const leakySettings = {
  apiKey: SECRETS.declared,
  headers: { "x-token": SECRETS.header, accept: "text/plain" },
  baseUrl: `https://user:${SECRETS.inAddress}@models.example.com/v1?api_key=${SECRETS.parameter}&region=eu`,
};

interface Plugin {
  readonly kind: string;
  readonly names: readonly string[];
  readonly health: string;
  readonly health_message: string | null;
  readonly faults: { readonly count: number; readonly last_at: string | null; readonly last_message: string | null };
  readonly [field: string]: unknown;
}

interface Configuration {
  readonly version: string;
  readonly config_file: string | null;
  readonly settings: readonly {
    readonly variable: string;
    readonly value: string | null;
    readonly is_set: boolean;
    readonly is_secret: boolean;
  }[];
  readonly sections: readonly {
    readonly name: string;
    readonly description: string;
    readonly is_changed: boolean;
    readonly content: Readonly<Record<string, any>>;
  }[];
}

let folder: WildFolder;
let server: TestServer;

beforeAll(async () => {
  folder = await WildFolder.make();
  const leaky = fileURLToPath(new URL("./leaky.js", import.meta.url));
  await folder.write("leaky.js", await readFile(leaky, "utf8"));
  server = await folder.start(
    {
      rerankers: { wild: { plugin: "./reranker.js" }, leaky: { plugin: "./leaky.js", settings: leakySettings } },
      apiKeys: {
        limited: { sha256: SECRETS.digest, scope: "admin", collections: ["mine"] },
      },
    },
    {
      SERVICE_ENCRYPTION_KEY: SECRETS.encryption,
      SERVICE_S3_ENDPOINT: `https://me:${SECRETS.database}@files.example.com`,
    },
  );
});

afterEach(() => folder.setMoods({}));
afterAll(() => server?.dispose());

const plugins = async (): Promise<readonly Plugin[]> =>
  (await server.api.expect<{ plugins: Plugin[] }>(200, "GET", PLUGINS)).plugins;

const pluginNamed = async (kind: string, name: string): Promise<Plugin> => {
  const found = (await plugins()).find((plugin) => plugin.kind === kind && plugin.names.includes(name));
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

const configuration = (): Promise<Configuration> => server.api.expect(200, "GET", CONFIG);

describe("plugins", () => {
  test("are listed by kind with names, health, settings and capabilities", async () => {
    const listed = (await plugins()).map(({ kind, names }) => [kind, names]);
    expect(listed.slice(0, 6)).toEqual([
      ["vector_store", ["default"]],
      ["embedder", ["local"]],
      ["embedder", ["provider_a"]],
      ["embedder", ["provider_b"]],
      ["embedder", ["wild"]],
      ["reranker", ["provider_b"]],
    ]);
    expect(await pluginNamed("vector_store", "default")).toEqual({
      kind: "vector_store",
      names: ["default"],
      id: "wild-store",
      module: "./store.js",
      version: null,
      contract_version: 1,
      is_default: true,
      health: "ok",
      health_message: null,
      faults: { count: 0, last_at: null, last_message: null },
      settings: expect.objectContaining({ synchronous: "full", cacheMemoryMb: expect.any(Number) }),
      vector_store: {
        max_top_k: expect.any(Number),
        max_dimension: expect.any(Number),
        shared_between_processes: false,
      },
    });
    const wild = await pluginNamed("embedder", "wild");
    expect(wild).toMatchObject({ id: "wild-embedder", contract_version: 1, is_default: true, health: "ok" });
    expect(wild["embedder"]).toEqual({
      models: [
        {
          name: "wild",
          dimension: 32,
          min_dimension: null,
          max_dimension: null,
          max_input_tokens: null,
          description: "For tests.",
        },
      ],
      other_models: false,
      credential: "none",
      max_batch_texts: 16,
      max_batch_tokens: 10_000,
      learns: false,
      default_alpha: 0.5,
    });
  });

  test("report their package version, whether they learn, and null for no limit", async () => {
    const local = await pluginNamed("embedder", "local");
    expect(local).toMatchObject({
      module: "@quarry/embedder-local",
      is_default: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(local["embedder"]).toMatchObject({ learns: true, credential: "none" });
    const leaky = await pluginNamed("reranker", "leaky");
    expect(leaky["reranker"]).toEqual({ models: ["leaky-1"], credential: "optional", max_passages: null });
  });

  test("that parse files are listed once for all types that they read with the same settings", async () => {
    const parsers = (await plugins()).filter(({ kind }) => kind === "parser");
    const readers = (type: string) => parsers.filter(({ names }) => names.includes(type));
    // The same plugin with other settings is a separate reader.
    expect(readers("txt")).toMatchObject([{ names: ["txt"], id: "wild-parser", health: "unknown", settings: {} }]);
    expect(readers("md")).toMatchObject([{ names: ["md"], settings: { gives: "nothing" } }]);
    expect(readers("docx")[0]?.names).toEqual(["docx", "pptx", "xlsx", "docm", "pptm", "xlsm"]);
    expect(readers("docx")[0]?.["parser"]).toEqual({
      file_types: expect.arrayContaining(["docx", "xlsx"]),
      isolation: expect.stringMatching(/^(thread|process)$/),
    });
  });

  test("that hang are failing with a message, and don't delay others", async () => {
    await folder.setMoods({ health: "hangs" });
    const store = await pluginNamed("vector_store", "default");
    expect(store.health).toBe("failing");
    expect(store.health_message).toMatch(/did not complete health within 2 s/);
    expect((await pluginNamed("embedder", "wild")).health).toBe("ok");
    await folder.setMoods({});
    expect((await pluginNamed("vector_store", "default")).health).toBe("ok");
  });

  test("that break their contract have their faults counted, including faults outside of a call", async () => {
    await server.api.createCollection("faulty");
    await server.api.ingest({ collection: "faulty", filename: "a.txt", bytes: "Herons wait for fish." });
    const before = (await pluginNamed("embedder", "wild")).faults.count;
    await folder.setMoods({ "embed query": "throws" });
    const query = { query: "herons", search_mode: "semantic" };
    expect((await server.api.badQuery("faulty", query)).status).toBe(500);
    const { faults } = await pluginNamed("embedder", "wild");
    expect(faults.count).toBe(before + 1);
    expect(faults.last_message).toMatch(/^the plugin "wild-embedder" crashed in embed/);
    expect(Date.parse(faults.last_at!)).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(faults)).not.toContain("secret-of-the-plugin");

    await folder.setMoods({ "embed query": "throws late" });
    await server.api.query("faulty", { ...query, query: "fish" });
    await until("the late fault to be counted", async () => {
      const late = (await pluginNamed("embedder", "wild")).faults;
      return late.count === before + 2 && /outside a call/.test(late.last_message ?? "") ? true : undefined;
    });
  });
});

describe("configuration", () => {
  test("lists every setting with its value, its default, and whether it is set", async () => {
    const { settings, version, config_file: file } = await configuration();
    const setting = (variable: string) => settings.find((one) => one.variable === variable);
    const health = await server.api.call<{ version: string }>("GET", "/health");
    expect(version).toBe(health.body.version);
    expect(file).toBe(folder.data.file("config", "quarry.config.json"));
    expect(setting("SERVICE_PARSE_TIMEOUT_SECONDS")).toEqual({
      variable: "SERVICE_PARSE_TIMEOUT_SECONDS",
      description: expect.stringMatching(/parsing one document/),
      expected: "a whole number from 1 to 86400",
      value: "3",
      default_value: "600",
      is_set: true,
      is_secret: false,
    });
    expect(setting("SERVICE_MAX_UPLOAD_SIZE_MB")).toMatchObject({
      value: "1024",
      default_value: "1024",
      is_set: false,
    });
    expect(setting("SERVICE_FILES")).toMatchObject({ value: null, default_value: null, is_set: false });
  });

  test("reports only whether a secret is set, not its value", async () => {
    const { settings } = await configuration();
    const secrets = settings.filter(({ is_secret: isSecret }) => isSecret);
    expect(secrets.map(({ variable, value, is_set: isSet }) => [variable, value, isSet])).toEqual([
      ["SERVICE_API_SECRET", null, true],
      ["SERVICE_DATABASE_URL", null, false],
      ["SERVICE_REDIS_URL", null, false],
      ["SERVICE_LIBRECHAT_JWT_SECRET", null, false],
      ["SERVICE_ENCRYPTION_KEY", null, true],
    ]);
  });

  test("lists every section in effect, and marks those that the file changes", async () => {
    const { sections } = await configuration();
    const section = (name: string) => sections.find((one) => one.name === name)!;
    for (const { description } of sections) expect(description).toMatch(/\w/);
    const changed = sections.filter(({ is_changed: isChanged }) => isChanged).map(({ name }) => name);
    expect(changed).toEqual([
      ...["vectorStore", "embedders", "defaultEmbedder", "rerankers", "parsers", "pluginTimeouts", "apiKeys"],
    ]);
    expect(section("defaultEmbedder").content).toEqual({ defaultEmbedder: "wild" });
    expect(section("embeddingCache").content).toEqual({});
    // Defaults are listed next to the values from the file.
    expect(section("pluginTimeouts").content["pluginTimeouts"]).toMatchObject({ search: 2, fit: 1_800 });
    expect(section("rerankers").content["rerankers"].leaky).toEqual({
      plugin: "./leaky.js",
      settings: {
        apiKey: "<hidden>",
        headers: { "x-token": "<hidden>", accept: "text/plain" },
        baseUrl: "https://user:hidden@models.example.com/v1?api_key=hidden&region=eu",
        retries: 3,
      },
    });
  });
});

test("no response exposes a secret, neither in settings nor in plugin health and faults", async () => {
  await server.api.createCollection("leaks", { reranking_enabled: true, reranking_model: "leaky-1" });
  for (const filename of ["a.txt", "b.txt"]) {
    await server.api.ingest({ collection: "leaks", filename, bytes: `Herons wait for fish, says ${filename}.` });
  }
  const path = "/v1/collections/leaks/query";
  const answer = await server.api.call("POST", path, { json: { query: "herons", rerank: true } });
  expect([answer.status, answer.headers.get("x-rerank-status")]).toEqual([200, "failed"]);
  const leaky = await pluginNamed("reranker", "leaky");
  expect(leaky.health).toBe("failing");
  expect(leaky.health_message).toMatch(/^401 for <hidden> <hidden> <hidden> \(<hidden>\)$/);
  expect(leaky.faults.count).toBeGreaterThan(0);
  for (const path of [PLUGINS, CONFIG]) {
    const { text } = await server.api.call("GET", path);
    expect(text).toContain("<hidden>");
    for (const secret of Object.values(SECRETS)) {
      for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]) {
        expect(text.includes(spelling), `${spelling} in ${path}`).toBe(false);
      }
    }
  }
});

test("a key without admin rights on all collections can read neither plugins nor configuration", async () => {
  const { body } = await server.api.call<{ key: string }>("POST", "/v1/admin/keys", {
    json: { name: "reader", scope: "write" },
  });
  const limited = await server.api.call<{ key: string }>("POST", "/v1/admin/keys", {
    json: { name: "of-some", scope: "admin", collections: ["faulty"] },
  });
  for (const path of [PLUGINS, CONFIG]) {
    for (const token of [body.key, limited.body.key]) {
      expect((await server.api.call("GET", path, { token })).status).toBe(403);
    }
    expect((await server.api.call("GET", path, { token: null })).status).toBe(401);
  }
});
