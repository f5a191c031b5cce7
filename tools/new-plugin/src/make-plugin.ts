import { globSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatText } from "@quarry/format";
import { manifestFiles } from "./manifests.ts";
import type { PluginTarget } from "./plugin-location.ts";
import { type PluginName, type PluginWord, rename } from "./plugin-name.ts";

/** Writes the folder of a new plugin, without the packages that it depends on. */
export const makePlugin = async (name: PluginName, target: PluginTarget, repository: string): Promise<void> => {
  const template = readTemplate(name.kind, (text) =>
    rename(text, name).replaceAll(`@quarry/${name.full}`, target.packageName),
  );
  const files = { ...template.start, "README.md": readmeOf(template, name, target) };
  for (const [path, text] of Object.entries(files)) await write(target.folder, path, text);
  for (const [path, value] of Object.entries(manifestFiles(name, target, repository)))
    await write(target.folder, path, JSON.stringify(value));
  if (!target.isInside) await writeFile(join(target.folder, ".gitignore"), "node_modules\ndist\n");
};

/** Writes a file in the style of the repository's formatter: a name longer than "acme" changes line breaks. */
const write = async (folder: string, path: string, text: string): Promise<void> => {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await formatText(path, text));
};

const TEMPLATES = join(import.meta.dirname, "..", "templates");

/** Files of a kind, by path. */
interface Template {
  /** Initial files of a new plugin: they compile, and its test reports what is missing. */
  readonly start: Readonly<Record<string, string>>;
  /** Final files of a plugin. */
  readonly finished: Readonly<Record<string, string>>;
  readonly readme: string;
}

/** Reads the template for the name "acme"; `named` replaces the name, in paths too. */
const readTemplate = (kind: PluginWord, named: (text: string) => string): Template => {
  const finished = readFiles(join(TEMPLATES, kind, "finished"), named);
  const readme = named(readFileSync(join(TEMPLATES, kind, "README.template.md"), "utf8"));
  const written = new Set([...readme.matchAll(FILE_MARK)].map(([, path]) => path));
  const input = Object.entries(finished).filter(([path]) => !written.has(path));
  return {
    start: { ...Object.fromEntries(input), ...readFiles(join(TEMPLATES, kind, "start"), named) },
    finished,
    readme,
  };
};

/** Placeholder in a README for a file that the reader must write. */
const FILE_MARK = /^\{\{file (\S+)\}\}$/gm;

const readFiles = (folder: string, named: (text: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync("**/*.ts", { cwd: folder })
      .sort()
      .map((path) => [named(path), named(readFileSync(join(folder, path), "utf8"))]),
  );

/** Returns the README of a new plugin: the steps with their files, and the commands for its location. */
const readmeOf = ({ readme, finished }: Template, { full }: PluginName, { isInside }: PluginTarget): string => {
  const path = isInside ? `plugins/${full}/` : "";
  const parts: Readonly<Record<string, string>> = isInside ? insideParts(full) : outsideParts(full);
  return readme
    .replaceAll(FILE_MARK, (_, file: string) => `\`${path}${file}\`:\n\n\`\`\`ts\n${finished[file]}\`\`\``)
    .replaceAll(/\{\{(\w+)\}\}/g, (_, part: string) => (part === "path" ? path : parts[part]!));
};

const insideParts = (full: string) => ({
  install: `Commands run, and paths begin, in the root of the repository. The first one makes the folder a workspace:

\`\`\`sh
npm install
\`\`\``,
  test: `npm test -- plugins/${full}`,
  types: "npm run types",
  module: `./plugins/${full}/src/index.ts`,
  place: "the root of the repository",
  config: "`quarry.config.json`:",
  running: `\`\`\`text
SERVICE_CONFIG=quarry.config.json npm start
\`\`\`

Once it is installed as a workspace, its name \`@quarry/${full}\` does as well as the path.`,
});

const outsideParts = (full: string) => ({
  install: `Commands run, and paths begin, in this folder. \`@quarry/plugin\` and \`@quarry/plugin-testkit\` are on no registry
yet: \`vendor/\` has them, packed as npm would publish them by \`npm run packages:pack\` in a checkout of Quarry, and
\`package.json\` names the files. Once they are published, a version takes their place.

\`\`\`sh
npm install
\`\`\``,
  test: "npm test",
  types: "npm run types",
  module: `./${full}/src/index.ts`,
  place: `the folder above`,
  config: "`../quarry.config.json`:",
  running: `In a checkout of Quarry, with the path of that file:

\`\`\`text
SERVICE_CONFIG=/path/to/quarry.config.json npm start
\`\`\`

Node runs TypeScript as it stands. \`npm run build\` makes \`dist/index.js\`, for a place where it doesn't: below
\`node_modules\`.`,
});
