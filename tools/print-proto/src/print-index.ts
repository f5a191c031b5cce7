import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../../packages/api/src/", import.meta.url));
const target = `${source}index.ts`;

const HEADER = `// Lists everything generated from proto/ by name. Written by \`npm run generate\`; don't edit.`;

/** The index of packages/api: every message, enum, service and option of the generated files in a folder, by name. */
export function apiIndex(folder: string): string {
  const sections = globSync("gen/**/*_pb.ts", { cwd: folder })
    .toSorted()
    .map((file) => reExports(`./${file.replaceAll("\\", "/")}`, readFileSync(`${folder}${file}`, "utf8")));
  return `${HEADER}\n${sections.join("\n")}`;
}

/** Whether the committed index is what the committed generated files ask for. */
export function apiIndexIsCurrent(): boolean {
  return readFileSync(target, "utf8") === apiIndex(source);
}

function reExports(path: string, text: string): string {
  const values = exportedNames(text, "const");
  // An enum is a value and a type of one name; re-exporting the value carries both.
  const types = exportedNames(text, "type").filter((name) => !values.includes(name));
  const lines = values.map((name) => `  ${name},\n`).concat(types.map((name) => `  type ${name},\n`));
  return `export {\n${lines.join("")}} from "${path}";\n`;
}

function exportedNames(text: string, kind: "const" | "type"): string[] {
  const found = text.matchAll(new RegExp(`^export ${kind} (\\w+)`, "gm"));
  return [...found].map((match) => match[1]!).filter((name) => !name.startsWith("file_"));
}

if (import.meta.main) writeFileSync(target, apiIndex(source));
