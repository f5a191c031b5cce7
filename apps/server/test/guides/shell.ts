import { execFile } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod, cp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { inherited, PROGRAM } from "../cli/cli.ts";
import { SOURCE_FLAGS } from "../harness/start-command.ts";
import type { TestServer } from "../harness/test-server.ts";
import { ROOT } from "./blocks.ts";

const API_KEY = "a-secret-for-tests-only";

/** Reader's folder for the guides: the demo's files, `quarry` on the path, and the service's address and key. */
export class Shell implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "quarry-guide-"));
  readonly #server: TestServer;

  private constructor(server: TestServer) {
    this.#server = server;
  }

  static async open(server: TestServer): Promise<Shell> {
    const shell = new Shell(server);
    const library = "apps/server/demo/library";
    await cp(join(ROOT, library), join(shell.folder, library), { recursive: true });
    await cp(join(ROOT, library), join(shell.folder, "library"), { recursive: true });
    await mkdir(join(shell.folder, "bin"));
    const quarry = join(shell.folder, "bin/quarry");
    writeFileSync(quarry, `#!/bin/sh\nexec ${PROGRAM.map((word) => `"${word}"`).join(" ")} "$@"\n`);
    await chmod(quarry, 0o755);
    symlinkSync(join(ROOT, "node_modules"), join(shell.folder, "node_modules"));
    writeFileSync(join(shell.folder, "package.json"), '{"type": "module"}');
    return shell;
  }

  /** Runs blocks one after the other in one shell, which ends at the first command that fails. Returns their output. */
  async run(blocks: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-euo", "pipefail", "-c", blocks.join("\n")], {
      cwd: this.folder,
      env: { ...this.#environment(), ...variables },
      maxBuffer: 64 * 1_048_576,
    });
    return stdout;
  }

  /** Runs a TypeScript program of a guide. Returns its output. */
  async runProgram(code: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const file = join(this.folder, "program.ts");
    writeFileSync(file, code);
    const options = { cwd: this.folder, env: { ...this.#environment(), ...variables } };
    return (await promisify(execFile)(process.execPath, [...SOURCE_FLAGS, file], options)).stdout;
  }

  #environment(): NodeJS.ProcessEnv {
    const { address } = this.#server.api;
    return {
      ...inherited(),
      PATH: [join(this.folder, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter),
      QUARRY: address,
      AUTH: `Authorization: Bearer ${API_KEY}`,
      QUARRY_URL: address,
      QUARRY_API_KEY: API_KEY,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
