import { posix } from "node:path";
import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "./archive.ts";
import { readSmallXml } from "./read-xml.ts";

export interface Relationship {
  readonly id: string;
  /** The last segment of its type: `officeDocument`, `worksheet`, `sharedStrings`, ... */
  readonly type: string;
  /** Name of the entry it points to. */
  readonly target: string;
}

/** The relationships of a part, or of the whole package for `""`; none when it has no list of them. */
export async function relationshipsOf(archive: Archive, part: string, limits: ParserLimits): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const list = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const relationships: Relationship[] = [];
  if (!archive.has(list)) return relationships;
  await readSmallXml(archive, list, limits, {
    open: (name, { Id = "", Type = "", Target = "", TargetMode }) => {
      if (name !== "Relationship" || TargetMode === "External") return;
      const target = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
      relationships.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), target });
    },
  });
  return relationships;
}
