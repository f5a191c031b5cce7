import { rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { startAtTerminal } from "./cli-terminal.ts";
import { API_KEY, makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const gate = join(folder, "gate");
const gated = {
  plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
  settings: { gate, log: join(folder, "embedded") },
};
writeFileSync(join(folder, "embedded"), "");
const config = join(folder, "quarry.config.json");
writeFileSync(config, JSON.stringify({ embedders: { gated } }));

const server = useServer({ SERVICE_CONFIG: config });
const { output, newCollection, filesOf, documents } = makeCliWorld(server, folder);

const at = (columns: number, words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  startAtTerminal(words, {
    columns,
    environment: { QUARRY_URL: server.api.address, QUARRY_API_KEY: API_KEY, ...environment },
  });

const shows = (terminal: { readonly sent: () => string }, text: string) =>
  until(
    () => `${JSON.stringify(text)} in ${JSON.stringify(terminal.sent())}`,
    () => (terminal.sent().includes(text) ? true : undefined),
  );

const ESCAPE = "\u001b";
const BIRDS = { "herons.txt": "Herons stand still in shallow water.", "owls.txt": "Owls hunt at night." };

test("progress bars fit the window and disappear at the end; Ctrl-C interrupts an ingest", async () => {
  const name = await newCollection({ embedding_provider: "gated" });
  const root = await filesOf("birds", BIRDS);
  writeFileSync(gate, "0");
  const broken = at(60, ["ingest", name, root]);
  await shows(broken, "0 of 2 files  2 in");
  for (const line of broken.sent().split(/\r?\n|\r/))
    expect(line.replaceAll(/\p{Cc}\[\d*[A-Z]/gu, "").length).toBeLessThan(60);
  broken.type("\u0003");
  expect(await broken.ended).toBe(130);
  expect(broken.sent()).toContain("2 files left; the same command goes on with them");
  const whole = at(100, ["ingest", name, root]);
  await shows(whole, "2 in processing");
  rmSync(gate);
  expect(await whole.ended).toBe(0);
  // The last drawn lines are erased before the summary is printed.
  const end = whole.sent().slice(whole.sent().lastIndexOf(`${ESCAPE}[J`));
  expect(end).not.toContain("[#");
  expect(end).toMatch(/2 ready\r\n$/);
});

test("deleting many documents requires confirmation at the terminal", async () => {
  const name = await newCollection();
  const root = await filesOf("birds", BIRDS);
  await output("ingest", name, root);
  for (const file of Object.keys(BIRDS)) await rm(join(root, file));
  const words = ["ingest", name, root, "--sync", "--delete-missing"];
  const retained = at(100, words);
  await shows(retained, "Delete them? [y/N]");
  retained.type("n\r");
  expect(await retained.ended).toBe(2);
  expect(retained.sent()).toContain("nothing was done");
  const left = at(100, words);
  await shows(left, "[y/N]");
  left.type("\u0003");
  expect(await left.ended).toBe(130);
  expect(await documents(name)).toHaveLength(2);
  const deleted = at(100, words);
  await shows(deleted, "[y/N]");
  deleted.type("y\r");
  expect(await deleted.ended).toBe(0);
  expect(await documents(name)).toEqual([]);
});

test("a table wider than the terminal is printed as blocks, and NO_COLOR disables colors", async () => {
  const name = await newCollection();
  await output("ingest", name, await filesOf("birds", BIRDS));
  const narrow = at(40, ["documents", "list", name], { NO_COLOR: "1" });
  expect(await narrow.ended).toBe(0);
  expect(narrow.sent()).toMatch(/^ID +[0-9a-f-]{36}\r\nSTATUS +ready\r\n/);
  expect(narrow.sent()).not.toContain(ESCAPE);
  const wide = at(200, ["documents", "list", name]);
  expect(await wide.ended).toBe(0);
  expect(wide.sent()).toContain(`${ESCAPE}[1mID `);
  expect(wide.sent()).toMatch(/ready +1 +\d+ +owls\.txt/);
});
