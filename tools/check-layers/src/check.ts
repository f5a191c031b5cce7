import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Import, importsBelow } from "./imports.ts";
import { CONFINED, LAYERS, type LayerRule } from "./layers.ts";

interface Member {
  /** Folder in the repository, for example `packages/store`. */
  readonly folder: string;
  readonly name: string;
  readonly rule: LayerRule;
  readonly dependencies: ReadonlySet<string>;
}

/** Returns every violation of the layer table, one readable line each; empty if there is none. */
export const checkLayers = (root: string): readonly string[] => {
  const { members, problems } = readMembers(root);
  const byName = new Map(members.map((member) => [member.name, member]));
  for (const member of members) {
    const source = join(member.folder, "src");
    if (!existsSync(join(root, source))) continue;
    for (const found of importsBelow(root, source)) {
      const problem = problemOf(root, member, found, byName);
      if (problem !== undefined) problems.push(`${found.file}:${found.line}: ${problem}`);
    }
  }
  return problems;
};

const readMembers = (root: string): { readonly members: readonly Member[]; readonly problems: string[] } => {
  const members: Member[] = [];
  const problems: string[] = [];
  for (const group of ["packages", "plugins", "apps", "tools", "examples/plugins", "integrations"]) {
    for (const entry of existsSync(join(root, group)) ? readdirSync(join(root, group)) : []) {
      const folder = `${group}/${entry}`;
      const manifest = join(root, folder, "package.json");
      if (!existsSync(manifest)) continue;
      const rule = LAYERS.find(({ pattern }) => pattern === folder || pattern === `${group}/*`);
      if (rule === undefined) {
        problems.push(`${folder}: has no layer; add it to tools/check-layers/src/layers.ts`);
        continue;
      }
      const {
        name,
        dependencies = {},
        devDependencies = {},
        peerDependencies = {},
      } = JSON.parse(readFileSync(manifest, "utf8"));
      const declared = new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }));
      members.push({ folder, name, rule, dependencies: declared });
    }
  }
  return { members, problems };
};

const problemOf = (
  root: string,
  member: Member,
  found: Import,
  byName: ReadonlyMap<string, Member>,
): string | undefined => {
  const { specifier } = found;
  if (specifier.startsWith(".")) return relativeProblem(root, member, found);
  if (specifier.startsWith("node:")) return nodeProblem(member, specifier);
  const name = packageName(specifier);
  if (name !== member.name && !member.dependencies.has(name))
    return `imports ${name}, which its package.json doesn't name`;
  const allowed = CONFINED[name];
  if (allowed !== undefined && member.rule.layer < 5 && !allowed.includes(member.folder)) {
    return `imports ${name}; only ${allowed.join(", ")} may`;
  }
  const target = byName.get(name);
  return target === undefined || target === member ? undefined : layerProblem(member, target);
};

const layerProblem = (member: Member, target: Member): string | undefined => {
  const { layer, sideways = [], only } = member.rule;
  if (only !== undefined && !only.includes(target.name)) {
    return `imports ${target.name}; ${member.folder} may import ${only.length === 0 ? "no Quarry package" : only.join(", ")}`;
  }
  if (target.rule.layer < layer || sideways.includes(target.name)) return undefined;
  return `imports ${target.name} of layer ${target.rule.layer}; from layer ${layer} imports point down only`;
};

const relativeProblem = (root: string, member: Member, found: Import): string | undefined => {
  const target = relative(root, resolve(root, dirname(found.file), found.specifier));
  return target.startsWith(`${member.folder}/`) ? undefined : `reaches ${target} by path; use the package's name`;
};

/** Reports imports of Node modules: the contract must run anywhere, including browsers. */
const nodeProblem = (member: Member, specifier: string): string | undefined =>
  member.folder === "packages/api" ? `imports ${specifier}; ${member.folder} must run without Node` : undefined;

const packageName = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
