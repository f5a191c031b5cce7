import { type FaultShares, type ProviderServer, startOpenAiServer } from "@quarry/provider-servers";
import { afterAll, expect, test } from "vitest";
import { ChangesApi } from "../changes/changes-api.ts";
import { documentsPath } from "../harness/api.ts";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { configWith, embeddedBy, nobodysUrl, type TestedProvider } from "./failure-modes.ts";

// Each test has its own providers and server and mainly waits, so the tests run concurrently.
const opened: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

const provider = async (faults: FaultShares = {}, retryAfterSeconds = 2): Promise<ProviderServer> => {
  const server = await startOpenAiServer({ keys: [], faults, retryAfterSeconds });
  opened.push(server);
  return server;
};

const start = async (
  providers: Readonly<Record<string, TestedProvider>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> => {
  const folder = await DataFolder.make();
  const config = await configWith(folder, providers);
  const server = await TestServer.start({ SERVICE_CONFIG: config, ...environment }, folder);
  opened.push({ close: () => server.dispose() });
  return server;
};

const upload = (server: TestServer, collection: string, count: number, words = "Herons wait") =>
  Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const bytes = `${words} at pond ${number} of ${collection}.`;
      return (await server.api.upload({ collection, filename: `${number}.txt`, bytes })).id;
    }),
  );

const settled = (server: TestServer, collection: string, ids: readonly string[]) =>
  Promise.all(ids.map((id) => server.api.settled(collection, id, 120_000)));

const statuses = async (server: TestServer, collection: string) =>
  new Set((await server.api.documents(collection)).map(({ status }) => status));

interface ListedJob {
  readonly document_id: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly waits_for: string | null;
  readonly waits_until: string | null;
}

const waitingJobs = async (server: TestServer): Promise<readonly ListedJob[]> =>
  (await server.api.expect<{ jobs: ListedJob[] }>(200, "GET", "/v1/admin/jobs?state=waiting&kind=ingest&limit=1000"))
    .jobs;

/** Waits until a document is parked. */
const parked = (server: TestServer, id: string) =>
  until(`document ${id} to be parked`, async () =>
    (await waitingJobs(server)).find(({ document_id, waits_for }) => document_id === id && waits_for !== null),
  );

/** Permanent failures, and the error message of their documents. */
const LASTING = {
  failing: /failing has failed for \d+ s, most recently: .*status 500/,
  proxied: /proxied has failed for \d+ s, most recently: .*status 503/,
  limited: /limited has failed for \d+ s, most recently: .*status 429.*Embeddings so far are cached/,
  silent: /silent has failed for \d+ s, most recently: .*did not answer within 4 s/,
  broken: /broken has failed for \d+ s, most recently: .*(is cut off|can't be reached)/,
  refused: /refused has failed for \d+ s, most recently: .*can't be reached \(ECONNREFUSED\)/,
} as const;

const PERMANENT = {
  forbidden: /status 403/,
  missing: /status 404/,
  bad: /status 400/,
  penniless: /no quota left/,
} as const;

const DOCUMENTS = 2;

test.concurrent("failing providers delay no other document; permanent failures fail at once, lasting ones after a time", async () => {
  const pace = { giveUpAfterSeconds: 25, rateLimitPatienceSeconds: 25 };
  const of = async (faults: FaultShares, timeoutSeconds = 4): Promise<TestedProvider> => ({
    ...{ url: (await provider(faults)).url, pace, timeoutSeconds },
  });
  const server = await start({
    failing: await of({ server_error: 1 }),
    proxied: await of({ proxy_error: 1 }),
    limited: await of({ rate_limited: 1 }),
    silent: await of({ hang: 1 }),
    broken: await of({ body_reset: 1 }),
    refused: { url: await nobodysUrl(await startOpenAiServer({})), pace },
    forbidden: await of({ forbidden: 1 }),
    missing: await of({ not_found: 1 }),
    bad: await of({ bad_request: 1 }),
    penniless: await of({ quota_used_up: 1 }),
  });
  await server.api.createCollection("healthy");
  const lasting = new Map<string, readonly string[]>();
  const permanent = new Map<string, readonly string[]>();
  for (const [moods, ids] of [
    [LASTING, lasting],
    [PERMANENT, permanent],
  ] as const) {
    for (const name of Object.keys(moods)) {
      await server.api.createCollection(name, embeddedBy(name));
      ids.set(name, await upload(server, name, DOCUMENTS));
    }
  }
  const healthy = await upload(server, "healthy", 12);
  for (const document of await settled(server, "healthy", healthy)) expect(document.status).toBe("ready");
  for (const [name, ids] of permanent) {
    for (const document of await settled(server, name, ids)) {
      expect(document).toMatchObject({ status: "failed" });
      expect(document.error_message).toMatch(PERMANENT[name as keyof typeof PERMANENT]);
    }
  }
  // No document has failed yet: the ready ones did not wait for a failed one.
  for (const name of lasting.keys()) expect(await statuses(server, name)).not.toContain("failed");
  for (const [name, ids] of lasting) {
    for (const document of await settled(server, name, ids)) {
      expect(document).toMatchObject({ status: "failed" });
      expect(document.error_message).toMatch(LASTING[name as keyof typeof LASTING]);
    }
  }
});

test.concurrent("index changes to unavailable providers delay no other change", async () => {
  const sick = await provider({ server_error: 1 });
  const silent = await provider({ hang: 1 });
  const well = await provider();
  const server = await start({ sick: { url: sick.url }, silent: { url: silent.url }, well: { url: well.url } });
  const changes = new ChangesApi(() => server.api);
  const ids = new Map<string, string>();
  for (const name of ["sick", "silent", "well"]) {
    await server.api.createCollection(name);
    const [id] = await upload(server, name, 1);
    await server.api.settled(name, id!);
  }
  for (const name of ["sick", "silent"]) ids.set(name, (await changes.start(name, embeddedBy(name))).id);
  await until(
    "both to have asked",
    () => (sick.record.calls.length > 0 && silent.record.calls.length > 0) || undefined,
  );
  const { id } = await changes.start("well", embeddedBy("well"));
  await changes.reaches("well", id, "switched");
  for (const [name, change] of ids) expect((await changes.get(name, change)).state).toBe("building");
  // Documents of a collection that is being changed don't wait for its new provider.
  const [added] = await upload(server, "sick", 1, "Egrets wait");
  expect(await server.api.settled("sick", added!)).toMatchObject({ status: "ready" });
  sick.faults.shares = {};
  await changes.reaches("sick", ids.get("sick")!, "switched");
});

interface Step {
  readonly step: string;
  readonly message: string;
  readonly progress: number;
}

const watch = async (server: TestServer, collection: string, id: string): Promise<readonly Step[]> => {
  const response = await server.api.fetch("GET", documentsPath(collection, id, "progress"));
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => JSON.parse(line.slice("data: ".length)) as Step);
};

const LONG = Array.from({ length: 2_000 }, (_, number) => `Heron ${number} stands at pond ${number % 7}.`).join("\n\n");

test.concurrent("a recovered provider gets only the missing texts, and the progress stream reports the wait", async () => {
  const flaky = await provider();
  const server = await start({ flaky: { url: flaky.url } });
  await server.api.createCollection("ponds", { ...embeddedBy("flaky"), chunk_size: 64, chunk_overlap: 0 });
  // Some calls for the long document succeed, and then none.
  flaky.faults.queue("none", "none");
  flaky.faults.shares = { server_error: 1 };
  const { id } = await server.api.upload({ collection: "ponds", filename: "long.txt", bytes: LONG });
  const steps = watch(server, "ponds", id);
  const others = await upload(server, "ponds", 3);
  const job = await parked(server, id);
  expect(job).toMatchObject({ attempts: 0, waits_for: "flaky" });
  expect(job.error).toMatch(/^waits for flaky, until \S+Z at the latest; its message: .*status 500/);
  expect(Date.parse(job.waits_until!)).toBeGreaterThan(Date.now());
  expect(await server.api.document("ponds", id)).toMatchObject({ status: "processing", error_message: null });
  flaky.faults.shares = {};
  for (const document of await settled(server, "ponds", [id, ...others])) expect(document.status).toBe("ready");
  const { answeredTexts } = flaky.record;
  expect(answeredTexts.length).toBe(new Set(answeredTexts).size);
  const reported = await steps;
  expect(reported.some(({ message }) => message.startsWith("waits for flaky, until "))).toBe(true);
  expect(reported.map(({ progress }) => progress)).toEqual(
    reported.map(({ progress }) => progress).toSorted((a, b) => a - b),
  );
  expect(reported.at(-1)).toMatchObject({ step: "complete", progress: 100 });
});

test.concurrent("a pause that the provider requests is observed, unless it exceeds the patience", async () => {
  const busy = await provider({}, 7);
  const closed = await provider({ rate_limited: 1 }, 3_600);
  const server = await start({ busy: { url: busy.url }, closed: { url: closed.url } });
  await server.api.createCollection("busy", embeddedBy("busy"));
  await server.api.createCollection("closed", embeddedBy("closed"));
  busy.faults.queue("rate_limited");
  const [waiting] = await upload(server, "busy", 1);
  const [hopeless] = await upload(server, "closed", 1);
  const { waits_until } = await parked(server, waiting!);
  // Longer than what failures are waited for.
  expect(Date.parse(waits_until!) - Date.now()).toBeGreaterThan(120_000);
  expect(await server.api.settled("closed", hopeless!)).toMatchObject({
    ...{ status: "failed", error_message: expect.stringMatching(/asks for a pause of 3600 s, which is longer than/) },
  });
  expect(await server.api.settled("busy", waiting!)).toMatchObject({ status: "ready" });
  expect(busy.record.calls).toHaveLength(2);
});

test.concurrent("a parked document survives a kill with its wait, can be deleted or reprocessed, and delays no stop", async () => {
  const sick = await provider({ server_error: 1 });
  const pace = { giveUpAfterSeconds: 600 };
  const server = await start({ sick: { url: sick.url, pace } });
  await server.api.createCollection("ponds", embeddedBy("sick"));
  const [first, deleted, again] = await upload(server, "ponds", 3);
  for (const id of [first!, deleted!, again!]) await parked(server, id);
  const { waits_until } = await parked(server, first!);
  await server.kill();
  await server.startAgain();
  const calls = sick.record.calls.length;
  await until("another try", () => sick.record.calls.length > calls || undefined);
  expect((await parked(server, first!)).waits_until).toBe(waits_until);
  await server.api.deleteDocument("ponds", deleted!);
  await server.api.expect(200, "POST", documentsPath("ponds", again!, "reprocess"));
  await until("the job of the deleted one to be gone", async () =>
    (await waitingJobs(server)).every(({ document_id }) => document_id !== deleted) ? true : undefined,
  );
  const renewed = await parked(server, again!);
  expect(Date.parse(renewed.waits_until!)).toBeGreaterThan(Date.parse(waits_until!));
  expect(await server.stop()).toMatchObject({ code: 0 });
  sick.faults.shares = {};
  await server.startAgain();
  for (const document of await settled(server, "ponds", [first!, again!])) expect(document.status).toBe("ready");
  expect(sick.record.answeredTexts.some((text) => text.includes("pond 1 "))).toBe(false);
});

test.concurrent("failed documents are listed by the cause of their failure", async () => {
  const strict = await provider({ forbidden: 1 });
  const server = await start({ strict: { url: strict.url } });
  await server.api.createCollection("ponds", embeddedBy("strict"));
  const [refused] = await upload(server, "ponds", 1);
  const { id: empty } = await server.api.upload({ collection: "ponds", filename: "empty.txt", bytes: "" });
  await settled(server, "ponds", [refused!, empty]);
  const failedBy = async (by: string) => {
    const path = `${documentsPath("ponds")}?failed_by=${by}`;
    const { documents, total } = await server.api.expect<{ documents: { id: string }[]; total: number }>(
      200,
      "GET",
      path,
    );
    expect(documents).toHaveLength(total);
    return documents.map(({ id }) => id);
  };
  expect(await failedBy("provider")).toEqual([refused]);
  expect(await failedBy("file")).toEqual([empty]);
  expect(await failedBy("service")).toEqual([]);
  expect((await server.api.call("GET", `${documentsPath("ponds")}?failed_by=nobody`)).status).toBe(400);
});
