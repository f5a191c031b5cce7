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

/** Cleanups, run in reverse order. */
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp();
});

/** Installation from the registry takes longest. */
const DEADLINE_MS = 400_000;
const TEST_TIMEOUT_MS = 900_000;

/**
 * Returns this machine's environment, which contains how to reach the registry, without variables of the test runner
 * and of npm's own run.
 */
const machine = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:VITEST|NODE_ENV|NODE_OPTIONS|npm_|INIT_CWD|SERVICE_|QUARRY)/.test(name),
    ),
  );

/** Opens a shell as a reader has it: in a home folder that is empty except for the checkout. */
const openSession = async (): Promise<ShellSession> => {
  const home = mkdtempSync(join(tmpdir(), "quarry-guide-"));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  symlinkSync(ROOT, join(home, "quarry"));
  const scratch = join(home, ".session");
  await mkdir(scratch);
  const session = new ShellSession(scratch, {
    ...machine(),
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    HOME: home,
    CI: "true",
    // Uses this machine's registry settings and package cache.
    npm_config_userconfig: join(homedir(), ".npmrc"),
    npm_config_cache: join(homedir(), ".npm"),
    // A hanging connection is aborted and retried long before the deadline; npm's own timeout is 5 minutes.
    npm_config_fetch_timeout: "20000",
    npm_config_fetch_retries: "5",
    npm_config_fetch_retry_mintimeout: "1000",
    npm_config_fetch_retry_maxtimeout: "5000",
    npm_config_audit: "false",
  });
  cleanups.push(() => session.close());
  return session;
};

test.each([
  ["write-a-plugin.md", "from nothing to a plugin that a running service uses", 6],
  ["own-project.md", "to a project that has the client and a plugin before they are published", 2],
  ["installing.md", "from a checkout to the Python client in an environment", 0],
])(
  "docs/guides/%s leads %s",
  async (page, _where, fewestFiles) => {
    const session = await openSession();
    // Runs the guide literally except for the ports, which another process may use.
    const ports = { "8080": await freePort(), "8085": await freePort() };
    const text = readFileSync(join(ROOT, "docs/guides", page), "utf8");
    const guide = readGuide(text.replaceAll(/\b(8080|8085)\b/g, (port) => String(ports[port as keyof typeof ports])));
    expect(guide.filter(({ kind }) => kind === "file").length).toBeGreaterThanOrEqual(fewestFiles);

    let typed: Typed | undefined;
    for (const [index, step] of guide.entries()) {
      const at = `line ${step.line}`;
      const message = () => stripVTControlCharacters(typed!.output);
      if (step.kind === "file") await writeFile(join(typed!.directory, step.path), step.text);
      if (step.kind === "shell") {
        typed = await session.type(step.script, DEADLINE_MS);
        const isRed = guide[index + 1]?.kind === "red";
        expect(typed.code !== 0, `${at} ended with ${typed.code}:\n${message()}`).toBe(isRed);
      }
      if (step.kind === "output") expect(missingLines(step.text, message()), `${at}, of:\n${message()}`).toEqual([]);
      if (step.kind === "red") expect(message(), at).toContain(step.message);
    }
  },
  TEST_TIMEOUT_MS,
);
