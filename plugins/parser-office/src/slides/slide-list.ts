import { prefixedAttribute, readSmallXml } from "../archive/read-xml.ts";
import { relationshipsOf, targetsById } from "../archive/relationships.ts";
import type { OfficeInput } from "../office-input.ts";

/** Returns the entries of a presentation's slides in order; undefined for a missing one. */
export async function readSlideList({ archive, limits, mainPart }: OfficeInput): Promise<(string | undefined)[]> {
  const relationships = await relationshipsOf(archive, mainPart, limits);
  const targets = targetsById(archive, relationships);
  const slides: (string | undefined)[] = [];
  const seen = new Set<string>();
  await readSmallXml(archive, mainPart, limits, {
    open: (name, attributes) => {
      if (name !== "sldId") return;
      const target = targets.get(prefixedAttribute(attributes, "id") ?? "");
      // Each slide must have its own part: one shared by many would be read repeatedly.
      slides.push(target === undefined || seen.has(target) ? undefined : target);
      if (target !== undefined) seen.add(target);
    },
  });
  return slides;
}
