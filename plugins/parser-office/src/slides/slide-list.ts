import { prefixedAttribute, readSmallXml } from "../archive/read-xml.ts";
import { relationshipsOf, targetsById } from "../archive/relationships.ts";
import type { OfficeRead } from "../office-read.ts";

/** The entries of a presentation's slides in their order; undefined stands for one that is missing. */
export async function readSlideList({ archive, limits, mainPart }: OfficeRead): Promise<(string | undefined)[]> {
  const relationships = await relationshipsOf(archive, mainPart, limits);
  const targets = targetsById(archive, relationships);
  const slides: (string | undefined)[] = [];
  const seen = new Set<string>();
  await readSmallXml(archive, mainPart, limits, {
    open: (name, attributes) => {
      if (name !== "sldId") return;
      const target = targets.get(prefixedAttribute(attributes, "id") ?? "");
      // Each slide has a part of its own; one that stands for many would be read over and over.
      slides.push(target === undefined || seen.has(target) ? undefined : target);
      if (target !== undefined) seen.add(target);
    },
  });
  return slides;
}
