import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../../packages/api/src/", import.meta.url));

const HEADER = `// Lists everything generated from proto/ by name. Written by \`npm run generate\`; don't edit.`;

/**
 * Entry points of packages/api. The protocol of plugins in other processes is not part of the service's API and has a
 * separate entry point.
 */
const INDEXES = [
  { file: "index.ts", pattern: "gen/**/*_pb.ts", except: "gen/quarry/plugin/**" },
  { file: "plugin.ts", pattern: "gen/quarry/plugin/**/*_pb.ts", except: undefined },
];

/** Generates the indexes of packages/api: every message, enum, service and option of the generated files, by name. */
function apiIndexes(): { readonly target: string; readonly text: string }[] {
  return INDEXES.map(({ file, pattern, except }) => {
    const generated = globSync(pattern, { cwd: source, exclude: except === undefined ? [] : [except] });
    const sections = generated
      .map((path) => path.replaceAll("\\", "/"))
      .toSorted()
      .map((path) => reExports(`./${path}`, readFileSync(`${source}${path}`, "utf8")));
    return { target: `${source}${file}`, text: `${HEADER}\n${sections.join("\n")}` };
  });
}

/** Returns the committed indexes that differ from those of the committed generated files. */
export function staleApiIndexes(): string[] {
  return apiIndexes()
    .filter(({ target, text }) => readFileSync(target, "utf8") !== text)
    .map(({ target }) => `packages/api/src/${target.slice(source.length)}`);
}

function reExports(path: string, text: string): string {
  const values = exportedNames(text, "const");
  // An enum is a value and a type with one name; re-exporting the value includes both.
  const types = exportedNames(text, "type").filter((name) => !values.includes(name));
  const lines = values.map((name) => `  ${name},\n`).concat(types.map((name) => `  type ${name},\n`));
  return `export {\n${lines.join("")}} from "${path}";\n`;
}

function exportedNames(text: string, kind: "const" | "type"): string[] {
  const found = text.matchAll(new RegExp(`^export ${kind} (\\w+)`, "gm"));
  return [...found].map((match) => match[1]!).filter((name) => !name.startsWith("file_"));
}

if (import.meta.main) for (const { target, text } of apiIndexes()) writeFileSync(target, text);
