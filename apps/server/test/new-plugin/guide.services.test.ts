import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { missingLines, readGuide } from "@quarry/new-plugin";
import { freePort } from "@quarry/services";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../guides/blocks.ts";
import { ShellSession, type Typed } from "./shell-session.ts";

/** As a reader has it: an empty home, but for the checkout. */
const home = mkdtempSync(join(tmpdir(), "quarry-guide-"));
symlinkSync(ROOT, join(home, "quarry"));
const scratch = join(home, ".session");

/** Installing from the registry is the longest. */
const DEADLINE_MS = 180_000;

/** How this machine reaches the registry is told in variables; those of the test runner and of npm's own run stay out. */
const machine = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:VITEST|NODE_ENV|NODE_OPTIONS|npm_|INIT_CWD|SERVICE_|QUARRY)/.test(name),
    ),
  );

let session: ShellSession | undefined;
afterAll(async () => {
  await session?.close();
  await rm(home, { recursive: true, force: true });
});

test("docs/guides/write-a-plugin.md leads from nothing to a plugin that a running service uses", async () => {
  await mkdir(scratch);
  session = new ShellSession(scratch, {
    ...machine(),
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    HOME: home,
    CI: "true",
    // Where packages come from, and what was fetched before, are this machine's.
    npm_config_userconfig: join(homedir(), ".npmrc"),
    npm_config_cache: join(homedir(), ".npm"),
  });
  // To the letter, but for the ports, which something else may have taken.
  const ports = { "8080": await freePort(), "8085": await freePort() };
  const text = readFileSync(join(ROOT, "docs/guides/write-a-plugin.md"), "utf8");
  const guide = readGuide(text.replaceAll(/\b(8080|8085)\b/g, (port) => String(ports[port as keyof typeof ports])));
  expect(guide.filter(({ kind }) => kind === "file").length).toBeGreaterThan(5);

  let typed: Typed | undefined;
  for (const [index, step] of guide.entries()) {
    const at = `line ${step.line}`;
    const said = () => stripVTControlCharacters(typed!.output);
    if (step.kind === "file") await writeFile(join(typed!.directory, step.path), step.text);
    if (step.kind === "shell") {
      typed = await session.type(step.script, DEADLINE_MS);
      const isRed = guide[index + 1]?.kind === "red";
      expect(typed.code !== 0, `${at} ended with ${typed.code}:\n${said()}`).toBe(isRed);
    }
    if (step.kind === "output") expect(missingLines(step.text, said()), `${at}, of:\n${said()}`).toEqual([]);
    if (step.kind === "red") expect(said(), at).toContain(step.message);
  }
});
