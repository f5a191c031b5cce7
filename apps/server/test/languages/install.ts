// npm run languages:install: what the examples in Python and Go are pinned to, into the user's cache, and what Go compiles
// of it. Needs Python 3.11 or newer with venv, Go 1.26 or newer, and for the first run the package indexes of both.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExampleCopy } from "./example-copy.ts";
import {
  COMPLETE,
  exampleFolder,
  GO_EXAMPLES,
  isInstalled,
  PYTHON_EXAMPLES,
  type PythonExample,
  pythonEnvironment,
} from "./environments.ts";

for (const name of PYTHON_EXAMPLES) installPython(name);
for (const name of GO_EXAMPLES) {
  run("go", ["mod", "download"], exampleFolder(name));
  // Compiles the modules once, for every later build.
  await (await ExampleCopy.make(name)).remove();
  console.log(`${name}: modules are in the cache of Go`);
}

/** A folder that was left half done is made anew. */
function installPython(name: PythonExample): void {
  const environment = pythonEnvironment(name);
  if (!isInstalled(environment)) {
    rmSync(environment, { recursive: true, force: true });
    run("python3", ["-m", "venv", environment]);
    const pip = join(environment, "bin", "pip");
    const requirements = join(exampleFolder(name), "requirements.txt");
    run(pip, ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", requirements]);
    // Every package that another one needs is pinned too.
    run(pip, ["check", "--quiet", "--disable-pip-version-check"]);
    writeFileSync(join(environment, COMPLETE), "");
  }
  console.log(`${name}: packages are in ${environment}`);
}

function run(program: string, args: readonly string[], directory?: string): void {
  try {
    execFileSync(program, args, { cwd: directory, stdio: ["ignore", "inherit", "inherit"] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const needs = "Python 3.11 or newer with venv, and Go 1.26 or newer";
    console.error(`${program} is not installed; the examples in other languages need ${needs}`);
    process.exit(1);
  }
}
