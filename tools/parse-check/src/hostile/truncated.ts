import { fixturePerType } from "../fixtures/all-fixtures.ts";
import { type HostileFile, inGroup } from "./hostile-file.ts";

const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** What has no end that could be missing; of a page the first tenths may be its head alone, which holds no text. */
const READ_AS_FAR_AS_IT_GOES: ReadonlySet<string> = new Set(["txt", "md", "csv", "tsv"]);
/** Those that can't be read without their end. */
const NEEDS_ITS_END: ReadonlySet<string> = new Set(["docx", "pptx", "xlsx", "json"]);

/** A file of each type, cut off at every tenth of its length. */
export const truncated = async (): Promise<readonly HostileFile[]> => {
  const fixtures = [...(await fixturePerType()).values()];
  return inGroup(
    "truncated",
    fixtures.flatMap(({ fileType, bytes }) =>
      TENTHS.map((tenth) => ({
        what: `${fileType} cut off at ${tenth * 10} %`,
        filename: `cut-${tenth}0.${fileType}`,
        make: () => bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)),
        ends: endOf(fileType),
        quick: tenth === 5 || fileType === "docx",
        ...(NEEDS_ITS_END.has(fileType) && { message: /damaged|cut off|not valid|not a |ends|incomplete/i }),
      })),
    ),
  );
};

const endOf = (fileType: string): HostileFile["ends"] => {
  if (READ_AS_FAR_AS_IT_GOES.has(fileType)) return "ready";
  return NEEDS_ITS_END.has(fileType) ? "failed" : "either";
};
