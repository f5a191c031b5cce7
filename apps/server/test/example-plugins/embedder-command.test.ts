import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const CONFIG = fileURLToPath(
  new URL("../../../../examples/plugins/embedder-command/quarry.config.jsonc", import.meta.url),
);

let server: TestServer | undefined;

afterEach(() => server?.dispose());

interface Running {
  readonly pid: number;
  readonly parent: number;
}

/** Running programs of the embedder. */
const programs = (): readonly Running[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , , state, args]) => !state?.startsWith("Z") && args?.includes("embedder-command/example/embed.mjs"))
    .map(([, pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));

const programOf = ({ process: { pid } }: TestServer): number =>
  programs().find(({ parent }) => parent === pid)?.pid ?? Number.NaN;

const gone = (pid: number) =>
  until(`process ${pid} to end`, () => (programs().some((program) => program.pid === pid) ? undefined : true));

test("a running service embeds with the program, restarts it when it dies, and ends it on its own kill or stop", async () => {
  server = await TestServer.start({ SERVICE_CONFIG: CONFIG });
  const { api } = server;
  await api.createCollection("library");
  const ingest = (filename: string, bytes: string) => api.ingest({ collection: "library", filename, bytes });
  const nearest = async (query: string) => {
    const { results } = await api.query("library", { query, search_mode: "semantic", top_k: 1 });
    return results[0]!.metadata["filename"];
  };
  expect(await ingest("pump.txt", "The zirconium seal of a pump lasts nine years.")).toMatchObject({ status: "ready" });
  expect(await ingest("tea.txt", "Green tea wants water of eighty degrees.")).toMatchObject({ status: "ready" });
  expect(await nearest("how many degrees does tea want")).toBe("tea.txt");

  const first = programOf(server);
  process.kill(first, "SIGKILL");
  await gone(first);
  expect(await ingest("oven.txt", "Bread wants an oven of two hundred degrees.")).toMatchObject({ status: "ready" });
  expect(await nearest("what oven does bread want")).toBe("oven.txt");

  const second = programOf(server);
  expect(second).toBeGreaterThan(0);
  expect(second).not.toBe(first);
  await server.kill();
  await gone(second);
  await server.startAgain();
  const third = programOf(server);
  expect(third).toBeGreaterThan(0);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(programs().map(({ pid }) => pid)).not.toContain(third);
});
