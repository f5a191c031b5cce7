// Fails if the output of `buf generate`, or the printed validate.proto, differs from the committed files.
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { staleApiIndexes } from "./print-index.ts";
import { validateProtoIsCurrent } from "./print-validate.ts";
import { queryOptionsAreCurrent } from "./query-options.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const generated = "packages/api/src/gen";

function readFolder(folder: string): Map<string, string> {
  const files = globSync("**/*.ts", { cwd: folder }).toSorted();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function staleFiles(): string[] {
  const fresh = mkdtempSync(join(tmpdir(), "quarry-generated-"));
  try {
    execFileSync("buf", ["generate", "--output", fresh], { cwd: root, stdio: "inherit" });
    const wanted = readFolder(join(fresh, generated));
    const present = readFolder(join(root, generated));
    const names = new Set([...wanted.keys(), ...present.keys()]);
    return [...names].filter((name) => wanted.get(name) !== present.get(name)).map((name) => `${generated}/${name}`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const stale = staleFiles();
if (!validateProtoIsCurrent()) stale.push("proto/buf/validate/validate.proto");
if (!queryOptionsAreCurrent()) stale.push("proto/quarry/v1/query.proto");
stale.push(...staleApiIndexes());
for (const name of stale) console.error(`${name}: is not what its source makes`);
if (stale.length > 0) console.error("Run `npm run generate` and commit the result.");
process.exitCode = stale.length > 0 ? 1 : 0;
