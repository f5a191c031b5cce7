import { fixturePerType } from "../fixtures/index.ts";
import { either, fails, type HostileFile, ready, saying, slow } from "./hostile-file.ts";

const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "tif"]);
const TEXTS: ReadonlySet<string> = new Set(["txt", "md", "csv", "tsv", "html", "htm", "xml", "json"]);
/**
 * Types that can be parsed when truncated, because they have no required end. HTML is excluded: the first tenths of a
 * page may only contain its head, which has no text.
 */
const READ_AS_FAR_AS_IT_GOES: ReadonlySet<string> = new Set(["txt", "md", "csv", "tsv"]);
/** Types that can't be parsed without their end. */
const NEEDS_ITS_END: ReadonlySet<string> = new Set(["docx", "pptx", "xlsx", "json"]);
const SAME_TYPE = [
  ["html", "htm"],
  ["jpg", "jpeg"],
  ["tiff", "tif"],
];

/** Returns an empty file of each type. */
export const empty = async (): Promise<readonly HostileFile[]> =>
  [...(await fixturePerType()).keys()].flatMap((fileType) =>
    saying(/the file is empty/, [fails(`${fileType} that is empty`, () => "")]),
  );

/** Returns a file of each type, truncated at every tenth of its length. */
export const truncated = async (): Promise<readonly HostileFile[]> =>
  [...(await fixturePerType()).values()].flatMap(({ fileType, bytes }) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((tenth) => {
      const ends = READ_AS_FAR_AS_IT_GOES.has(fileType) ? ready : NEEDS_ITS_END.has(fileType) ? fails : either;
      const cut = () => bytes.subarray(0, Math.floor((bytes.length * tenth) / 10));
      const files = [ends(`${fileType} cut off at ${tenth * 10} %`, cut)];
      const reported = ends === fails ? saying(/damaged|cut off|not valid|not a |ends|incomplete/i, files) : files;
      const isQuick = fileType === "docx" || (tenth === 5 && !PICTURES.has(fileType));
      return isQuick ? reported : slow(reported);
    }),
  );

const WRONG_TYPE = /\b(?:not|no) (?:a|an|valid|readable)\b|damaged|is (?:a|an) |rename|differ/i;

/** Returns the content of each type with the extension of each other type. */
export const misnamed = async (): Promise<readonly HostileFile[]> => {
  const fixtures = [...(await fixturePerType()).values()];
  return fixtures.flatMap(({ fileType: real, bytes }) =>
    fixtures.flatMap(({ fileType: named }) => {
      if (real === named || SAME_TYPE.some((types) => types.includes(real) && types.includes(named))) return [];
      const arePictures = PICTURES.has(real) && PICTURES.has(named);
      // Text can be parsed with any text extension; an image may be decoded by the parser of another format.
      const isEither = arePictures || (TEXTS.has(real) && TEXTS.has(named));
      const what = `${named} that is a ${real} file`;
      const files = isEither ? [either(what, () => bytes)] : saying(WRONG_TYPE, [fails(what, () => bytes)]);
      // One of each class with each extension, except images with extensions of other images, which cost seconds.
      return ["png", "docx", "txt"].includes(real) && !arePictures ? files : slow(files);
    }),
  );
};
