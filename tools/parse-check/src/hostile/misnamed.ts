import { fixturePerType } from "../fixtures/all-fixtures.ts";
import { type HostileFile, inGroup } from "./hostile-file.ts";

const TEXTS: ReadonlySet<string> = new Set(["txt", "md", "csv", "tsv", "html", "htm", "xml", "json"]);
const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "tif"]);
const SAME: readonly ReadonlySet<string>[] = [
  new Set(["html", "htm"]),
  new Set(["jpg", "jpeg"]),
  new Set(["tiff", "tif"]),
];

/** The content of each type under the name of each other type. */
export const misnamed = async (): Promise<readonly HostileFile[]> => {
  const fixtures = await fixturePerType();
  const files: Omit<HostileFile, "group">[] = [];
  for (const [real, { bytes }] of fixtures) {
    for (const named of fixtures.keys()) {
      if (real === named || SAME.some((types) => types.has(real) && types.has(named))) continue;
      const ends = endOf(real, named);
      files.push({
        what: `a ${real} file called .${named}`,
        filename: `${real}-called.${named}`,
        make: () => bytes,
        ends,
        quick: isTypical(real, named),
        ...(ends === "failed" && {
          message: /\b(?:not|no) (?:a|an|valid|readable)\b|damaged|is (?:a|an) |rename|differ/i,
        }),
      });
    }
  }
  return inGroup("misnamed", files);
};

/** Text is text, whatever its name; one picture may be shown by the reader of another. */
const endOf = (real: string, named: string): HostileFile["ends"] => {
  if (TEXTS.has(real) && TEXTS.has(named)) return "either";
  if (PICTURES.has(real) && PICTURES.has(named)) return "either";
  return "failed";
};

/** One of each class under each name, without pictures as pictures, which cost seconds. */
const isTypical = (real: string, named: string): boolean =>
  ["png", "docx", "txt"].includes(real) && !(PICTURES.has(real) && PICTURES.has(named));
