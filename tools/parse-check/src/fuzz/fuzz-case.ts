import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { Random } from "@quarry/services/kit";
import { CORPUS, corpusFiles, hasCorpus } from "../corpus.ts";
import { allFixtures } from "../fixtures/index.ts";
import { insideArchive, MUTATIONS } from "./mutations.ts";

/** A file to change. */
export interface FuzzBase {
  readonly name: string;
  readonly fileType: string;
  readonly read: () => Buffer;
}

/** A changed file. */
export interface FuzzCase {
  readonly index: number;
  readonly fileType: string;
  /** Base file and mutations that it was made from. */
  readonly recipe: string;
  readonly bytes: Buffer;
}

/** Larger ones cost seconds each and find nothing more. */
const MAX_BASE_BYTES = 1_500_000;
const MAX_CASE_BYTES = 4_000_000;
const ARCHIVES: ReadonlySet<string> = new Set(["docx", "pptx", "xlsx"]);
const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "tif"]);
const INSIDE_SHARE = 0.7;
/** Recognising the text of a picture takes a hundred times as long as reading any other file. */
const PICTURE_SHARE = 0.04;
/** Share of files with an extension of another type. */
const MISNAMED_SHARE = 0.03;

/** Files of the corpus, if it is there, and the project's own. */
export const fuzzBases = async (): Promise<readonly FuzzBase[]> => {
  const fixtures = (await allFixtures()).map(({ filename, fileType, bytes }) => ({
    name: filename,
    fileType,
    read: () => Buffer.from(bytes),
  }));
  const real = (hasCorpus() ? corpusFiles(CORPUS) : [])
    .filter(({ path }) => statSync(path).size <= MAX_BASE_BYTES)
    .map(({ format, name, path }) => ({
      name: `${format}/${name}`,
      fileType: extname(name).slice(1).toLowerCase(),
      read: () => readFileSync(path),
    }));
  return [...fixtures, ...real];
};

/** The case of this number: the same seed, number and files always give the same bytes. */
export const fuzzCase = (bases: readonly FuzzBase[], seed: number, index: number): FuzzCase => {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const base = pickBase(bases, random);
  const other = random.pick(bases);
  const borrowed = other.read();
  let bytes = base.read();
  const steps: string[] = [];
  for (let left = random.between(1, 3); left > 0; left--) {
    const name = random.pick(Object.keys(MUTATIONS));
    const isInside = ARCHIVES.has(base.fileType) && random.chance(INSIDE_SHARE);
    const mutation = isInside ? insideArchive(MUTATIONS[name]!) : MUTATIONS[name]!;
    bytes = mutation(bytes, random, borrowed).subarray(0, MAX_CASE_BYTES);
    steps.push(isInside ? `inside ${name}` : name);
  }
  const fileType = random.chance(MISNAMED_SHARE) ? other.fileType : base.fileType;
  return { index, fileType, recipe: `${base.name} (${other.name}): ${steps.join(", ")}`, bytes };
};

/** Types by turns, so that the many fixtures of one type do not crowd out the others. */
const pickBase = (bases: readonly FuzzBase[], random: Random): FuzzBase => {
  const wantsPicture = random.chance(PICTURE_SHARE);
  const types = [...new Set(bases.map(({ fileType }) => fileType))].filter(
    (type) => PICTURES.has(type) === wantsPicture,
  );
  const fileType = random.pick(types);
  return random.pick(bases.filter((base) => base.fileType === fileType));
};
