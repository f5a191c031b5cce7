import { posix } from "node:path";
import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { readSmallXml } from "./read-xml.ts";

/** The largest workbooks have a few thousand; further relationships are ignored. */
const MAX_RELATIONSHIPS = 100_000;

export interface Relationship {
  readonly id: string;
  /** Last segment of its type: `officeDocument`, `worksheet`, `sharedStrings`, ... */
  readonly type: string;
  /** Name of the target entry, which may be missing. "" for an external target. */
  readonly target: string;
  /** URL of an external link. */
  readonly url?: string;
}

/** Returns the relationships of a part, or of the whole package for `""`. Returns none if the list is missing. */
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

/** Returns the target of the first relationship of a type, if the entry exists. */
export function targetOfType(
  archive: Archive,
  relationships: readonly Relationship[],
  type: string,
): string | undefined {
  return relationships.find((relationship) => relationship.type === type && archive.has(relationship.target))?.target;
}

/** Returns the existing target entries by relationship id. */
export function targetsById(archive: Archive, relationships: readonly Relationship[]): ReadonlyMap<string, string> {
  return new Map(relationships.filter(({ target }) => archive.has(target)).map(({ id, target }) => [id, target]));
}

/** Returns link URLs by relationship id. */
export function urlsById(relationships: readonly Relationship[]): ReadonlyMap<string, string> {
  return new Map(relationships.flatMap(({ id, url }) => (url === undefined ? [] : [[id, url] as const])));
}

const resolveTarget = (folder: string, target: string): string => {
  const path = decodePercent(target.replaceAll("\\", "/"));
  return path.startsWith("/") ? path.slice(1) : posix.join(folder, path);
};

/** Targets are URIs, entry names are not. */
function decodePercent(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
