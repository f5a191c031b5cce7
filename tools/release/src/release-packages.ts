import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package outside npm's workspaces, identified by the manifest in its folder. */
export interface ForeignPackage {
  readonly kind: "go" | "python";
  /** Path relative to the repository. */
  readonly folder: string;
  /** Distribution or module path. */
  readonly name: string;
}

const MANIFESTS = { "go.mod": "go", "pyproject.toml": "python" } as const;

const NAMES = { go: /^module (\S+)/m, python: /^name = "([^"]+)"/m } as const;

/** Folders of packages; a package is published if its manifest is in one of these. */
const FOLDERS = "{clients,integrations}/*";

/** Returns the published packages in Python and Go, in the order of their folders. */
export const foreignPackages = (repository: string): readonly ForeignPackage[] =>
  Object.entries(MANIFESTS)
    .flatMap(([manifest, kind]) =>
      globSync(`${FOLDERS}/${manifest}`, { cwd: repository }).map((path) => {
        const name = NAMES[kind].exec(readFileSync(join(repository, path), "utf8"))?.[1];
        if (name === undefined) throw new Error(`${path} names no package: needed is a line as ${NAMES[kind]}`);
        return { kind, folder: dirname(path), name };
      }),
    )
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
