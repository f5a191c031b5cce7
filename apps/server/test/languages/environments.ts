import { globSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "@quarry/services/kit";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Examples by language; each is a folder in `examples/`. */
export const PYTHON_EXAMPLES = ["plugin-python"] as const;
export const GO_EXAMPLES = ["plugin-go"] as const;

export type PythonExample = (typeof PYTHON_EXAMPLES)[number];
export type GoExample = (typeof GO_EXAMPLES)[number];
export type ExampleName = PythonExample | GoExample;

export const exampleFolder = (name: ExampleName): string => join(ROOT, "examples", name);

export const requirementsOf = (name: PythonExample): string => join(exampleFolder(name), "requirements.txt");

/** Returns the virtual environment of an example, in the user's cache. */
export const pythonEnvironment = (name: PythonExample): string => cacheFolder(name, readFileSync(requirementsOf(name)));

/** The Go client. */
export const GO_CLIENT = join(ROOT, "clients/go");

/** The Python client. */
export const PYTHON_CLIENT = join(ROOT, "clients/python");

const minorOf = (python: string): number => Number(/3\.(\d+)[^/]*\/bin/.exec(python)?.[1] ?? Number.NaN);

/** Oldest and newest Python that pyenv has for the client, or the machine's own. */
export const PYTHONS: readonly string[] = (() => {
  const found = globSync(join(homedir(), ".pyenv/versions/3.*/bin/python3"))
    .filter((python) => minorOf(python) >= 10)
    .toSorted((a, b) => minorOf(a) - minorOf(b));
  return found.length === 0 ? ["python3"] : [...new Set([found[0]!, found.at(-1)!])];
})();

/** Packages that the Python client needs; the requirements also contain those of its build and its type check. */
export const [pythonClientDependencies, pythonClientRequirements] = ["requirements.txt", "requirements-test.txt"].map(
  (name) => join(PYTHON_CLIENT, name),
) as [string, string];

/**
 * Returns the virtual environment that builds the Python client and checks its types: of the newest Python, whose pip
 * also serves the oldest.
 */
export const pythonClientEnvironment = (): string =>
  cacheFolder(
    "client",
    [PYTHONS.at(-1), ...[pythonClientDependencies, pythonClientRequirements].map((file) => readFileSync(file))].join(
      "\n",
    ),
  );

/** Returns the folder of wheels that the client needs, for installations without a network. */
export const pythonClientWheels = (): string => join(pythonClientEnvironment(), "wheels");

/**
 * Adapter of a Python framework: a folder in `integrations/`, with its tests in `tests` and their packages in
 * `requirements-test.txt`.
 */
export interface PythonAdapter {
  readonly distribution: string;
  /** Package that mypy checks; one within a namespace by its full name. */
  readonly modules: readonly string[];
  /** Page in `docs`; the code of the page and of the README is run. */
  readonly guide: string;
  /** Minimum number of tests that must pass, including those of the framework's own suites. */
  readonly leastTests: number;
}

export const PYTHON_ADAPTERS: readonly PythonAdapter[] = [
  {
    distribution: "langchain-quarry",
    modules: ["langchain_quarry"],
    guide: "guides/langchain.md",
    leastTests: 45,
  },
  {
    distribution: "llama-index-vector-stores-quarry",
    modules: ["llama_index.vector_stores.quarry"],
    guide: "guides/llama-index.md",
    leastTests: 55,
  },
  {
    distribution: "quarry-haystack",
    modules: ["haystack_integrations.document_stores.quarry", "haystack_integrations.components.retrievers.quarry"],
    guide: "guides/haystack.md",
    leastTests: 170,
  },
];

export const adapterFolder = (adapter: PythonAdapter): string => join(ROOT, "integrations", adapter.distribution);

export const adapterRequirements = (adapter: PythonAdapter): string =>
  join(adapterFolder(adapter), "requirements-test.txt");

/**
 * Returns the virtual environment of an adapter's tests: its framework and pytest, without the adapter and the client.
 */
export const adapterEnvironment = (adapter: PythonAdapter): string =>
  cacheFolder(`adapter-${adapter.distribution}`, readFileSync(adapterRequirements(adapter)));

/** Programs written for OpenAI, run unchanged. */
export const OPENAI_CLIENTS = join(ROOT, "tools/openai-clients");

/** Packages of these programs, by the file that pins them. */
export const OPENAI_PYTHON = ["openai-1", "openai-2", "openai-3", "raghilda", "langchain", "litellm"] as const;

export type OpenAiPython = (typeof OPENAI_PYTHON)[number];

export const openAiRequirements = (name: OpenAiPython): string => join(OPENAI_CLIENTS, "requirements", `${name}.txt`);

/** Returns the virtual environment, in the user's cache. */
export const openAiEnvironment = (name: OpenAiPython): string =>
  cacheFolder(`openai-${name}`, readFileSync(openAiRequirements(name)));

/** Folder of the project's own programs, including `buf`. */
export const PROGRAMS = join(ROOT, "node_modules/.bin");
