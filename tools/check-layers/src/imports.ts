import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface Import {
  /** Path relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
}

const IMPORT =
  /(?:^|[\s;{}])(?:import|export)\s[^"'`;]*?from\s*["']([^"']+)["']|import\s*\(\s*["']([^"']+)["']\s*\)|^\s*import\s+["']([^"']+)["']/gm;

/** Returns every import of the TypeScript sources below a folder. Excludes tests, which may import across layers. */
export const importsBelow = (root: string, folder: string): readonly Import[] =>
  sourceFiles(join(root, folder)).flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return [...text.matchAll(IMPORT)].map((match) => ({
      file: relative(root, path),
      line: text.slice(0, match.index + match[0].length).split("\n").length,
      specifier: (match[1] ?? match[2] ?? match[3]) as string,
    }));
  });

const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules"));
