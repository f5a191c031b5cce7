import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installRuntime } from "./runtime.ts";

const quiet = { onOutput: () => undefined };

let folder: string;
let registry: Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-runtime-"));
  registry = createServer();
  await once(registry.listen(0, "127.0.0.1"), "listening");
  const { port } = registry.address() as AddressInfo;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}/`);
  vi.stubEnv("npm_config_cache", join(folder, "cache"));
  vi.stubEnv("npm_config_audit", "false");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  registry.closeAllConnections();
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

/** A package of the runtime's name, with a script that must not run. */
const packRuntime = async (): Promise<Buffer> => {
  const source = join(folder, "source");
  await mkdir(source);
  const manifest = {
    name: "@huggingface/transformers",
    version: "4.9.9",
    scripts: { install: "node -e 'process.exit(1)'" },
  };
  await writeFile(join(source, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["pack", "--silent"], { cwd: source });
  return readFile(join(source, "huggingface-transformers-4.9.9.tgz"));
};

it("installs the runtime in the project with npm, without its scripts", async () => {
  const bytes = await packRuntime();
  registry.on("request", (request, response) => {
    if (request.url?.endsWith(".tgz") === true) return void response.end(bytes);
    const dist = {
      tarball: `http://${request.headers.host}/runtime.tgz`,
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    };
    const version = { name: "@huggingface/transformers", version: "4.9.9", dist, hasInstallScript: true };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ name: version.name, "dist-tags": { latest: "4.9.9" }, versions: { "4.9.9": version } }),
    );
  });
  const project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), "{}");
  await installRuntime(project, quiet);
  const installed = await readFile(join(project, "node_modules/@huggingface/transformers/package.json"), "utf8");
  expect(JSON.parse(installed)).toMatchObject({ version: "4.9.9" });
});

it("reports the command that failed", async () => {
  registry.on("request", (_, response) => void response.writeHead(404).end());
  await writeFile(join(folder, "package.json"), "{}");
  await expect(installRuntime(folder, quiet)).rejects.toThrow(
    `npm install --ignore-scripts @huggingface/transformers@4 failed in ${folder}`,
  );
});
