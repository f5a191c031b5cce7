// npm run languages:install: installs the pinned packages of the clients, the adapters of Python frameworks and the
// examples in Python and Go into the user's cache, and compiles those for Go. Needs Python 3.11 or newer with venv, Go
// 1.26 or newer, and for the first run the package indexes of both.
import { devNull } from "node:os";
import { install, makePythonEnvironment, run } from "@quarry/services/kit";
import { ExampleCopy } from "./example-copy.ts";
import {
  adapterEnvironment,
  adapterRequirements,
  exampleFolder,
  GO_CLIENT,
  GO_EXAMPLES,
  OPENAI_PYTHON,
  openAiEnvironment,
  openAiRequirements,
  PYTHON_ADAPTERS,
  PYTHON_EXAMPLES,
  pythonClientDependencies,
  pythonClientEnvironment,
  pythonClientRequirements,
  pythonClientWheels,
  PYTHONS,
  pythonEnvironment,
  requirementsOf,
} from "./environments.ts";

const pinned: readonly (readonly [name: string, environment: string, requirements: string])[] = [
  ...PYTHON_EXAMPLES.map((name) => [name, pythonEnvironment(name), requirementsOf(name)] as const),
  ...OPENAI_PYTHON.map((name) => [name, openAiEnvironment(name), openAiRequirements(name)] as const),
  ...PYTHON_ADAPTERS.map((each) => [each.distribution, adapterEnvironment(each), adapterRequirements(each)] as const),
];
for (const [name, environment, requirements] of pinned) {
  await install(environment, async () => {
    const pip = makePythonEnvironment(environment, requirements);
    // Every transitive dependency must be pinned too.
    run(pip, ["check", "--quiet", "--disable-pip-version-check"]);
  });
  console.log(`${name}: packages are in ${environment}`);
}
const client = pythonClientEnvironment();
await install(client, async () => {
  const pip = makePythonEnvironment(client, pythonClientRequirements, PYTHONS.at(-1));
  const wheels = ["--quiet", "--disable-pip-version-check", "--no-deps", "--dest", pythonClientWheels()];
  run(pip, ["download", ...wheels, "-r", pythonClientDependencies]);
});
console.log(`clients/python: packages are in ${client}`);
run("go", ["mod", "download"], GO_CLIENT);
// Compiles the client, its tests with the race detector, and its code generators.
run("go", ["build", "-o", devNull, "tool"], GO_CLIENT);
run("go", ["test", "-race", "-run", "^$", "."], GO_CLIENT);
console.log("clients/go: modules are in the cache of Go");
for (const name of GO_EXAMPLES) {
  run("go", ["mod", "download"], exampleFolder(name));
  // Compiles the modules once, for every later build.
  await (await ExampleCopy.make(name)).remove();
  console.log(`${name}: modules are in the cache of Go`);
}
