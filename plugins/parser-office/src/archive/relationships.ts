import { posix } from "node:path";
import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { readSmallXml } from "./read-xml.ts";

/** The largest workbooks have a few thousand; further relationships are ignored. */
const MAX_RELATIONSHIPS = 100_000;

export interface Relationship {
  readonly id: string;
  /** The last segment of its type: `officeDocument`, `worksheet`, `sharedStrings`, ... */
  readonly type: string;
  /** Name of the entry it points to, which may be missing; "" for one to the outside. */
  readonly target: string;
  /** The address of a link to the outside. */
  readonly url?: string;
}

/** The relationships of a part, or of the whole package for `""`; none when it has no list of them. */
export async function relationshipsOf(archive: Archive, part: string, limits: ParserLimits): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const list = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const relationships: Relationship[] = [];
  if (!archive.has(list)) return relationships;
  await readSmallXml(archive, list, limits, {
    open: (name, { Id = "", Type = "", Target = "", TargetMode }) => {
      const type = Type.slice(Type.lastIndexOf("/") + 1);
      const isExternal = TargetMode === "External";
      if (name !== "Relationship" || relationships.length >= MAX_RELATIONSHIPS) return;
      if (!isExternal) relationships.push({ id: Id, type, target: resolveTarget(folder, Target) });
      else if (type === "hyperlink") relationships.push({ id: Id, type, target: "", url: Target });
    },
  });
  return relationships;
}

/** The entry that the first relationship of a type leads to, if it is there. */
export function targetOfType(
  archive: Archive,
  relationships: readonly Relationship[],
  type: string,
): string | undefined {
  return relationships.find((relationship) => relationship.type === type && archive.has(relationship.target))?.target;
}

/** The entries that are there, by the id of the relationship that leads to them. */
export function targetsById(archive: Archive, relationships: readonly Relationship[]): ReadonlyMap<string, string> {
  return new Map(relationships.filter(({ target }) => archive.has(target)).map(({ id, target }) => [id, target]));
}

/** The addresses of links, by the id of the relationship that leads to them. */
export function urlsById(relationships: readonly Relationship[]): ReadonlyMap<string, string> {
  return new Map(relationships.flatMap(({ id, url }) => (url === undefined ? [] : [[id, url] as const])));
}

const resolveTarget = (folder: string, target: string): string => {
  const path = decodePercent(target.replaceAll("\\", "/"));
  return path.startsWith("/") ? path.slice(1) : posix.join(folder, path);
};

/** Targets are URIs; names of entries are not. */
function decodePercent(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
