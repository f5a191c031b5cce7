import type { Place } from "./place.ts";
import type { PluginName } from "./plugin-name.ts";
import { FILE_MARK, type Template } from "./templates.ts";

/** The README of a new plugin: the steps with their files, and the commands as they are typed at its place. */
export const readmeOf = ({ readme, finished }: Template, { full }: PluginName, { isInside }: Place): string => {
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
  install: `Commands run, and paths begin, in this folder. \`@quarry/plugin\` and the two packages that it needs are on no registry
yet: \`vendor/\` has them, packed as npm would publish them by \`npm run packages:pack\` in a checkout of Quarry, and
\`package.json\` names the files. Once they are published, versions take their place.

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
