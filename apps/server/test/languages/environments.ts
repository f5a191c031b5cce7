import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../harness/cached.ts";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The examples by language; each is a folder in `examples/`. */
export const PYTHON_EXAMPLES = ["client-python", "plugin-python"] as const;
export const GO_EXAMPLES = ["client-go", "plugin-go"] as const;

export type PythonExample = (typeof PYTHON_EXAMPLES)[number];
export type GoExample = (typeof GO_EXAMPLES)[number];
export type ExampleName = PythonExample | GoExample;

export const exampleFolder = (name: ExampleName): string => join(ROOT, "examples", name);

export const requirementsOf = (name: PythonExample): string => join(exampleFolder(name), "requirements.txt");

/** The virtual environment of an example, in the user's cache. */
export const pythonEnvironment = (name: PythonExample): string => cacheFolder(name, readFileSync(requirementsOf(name)));

/** Programs written for OpenAI, which are run unchanged. */
export const OPENAI_CLIENTS = join(ROOT, "tools/openai-clients");

/** Their packages, by the file that pins them. */
export const OPENAI_PYTHON = ["openai-1", "openai-2", "openai-3", "raghilda", "langchain", "litellm"] as const;

export type OpenAiPython = (typeof OPENAI_PYTHON)[number];

export const openAiRequirements = (name: OpenAiPython): string => join(OPENAI_CLIENTS, "requirements", `${name}.txt`);

/** The virtual environment, in the user's cache. */
export const openAiEnvironment = (name: OpenAiPython): string =>
  cacheFolder(`openai-${name}`, readFileSync(openAiRequirements(name)));

/** Folder of the project's own programs, `buf` among them. */
export const PROGRAMS = join(ROOT, "node_modules/.bin");
