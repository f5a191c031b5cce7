import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { Random } from "@quarry/services/kit";
import { CORPUS, corpusFiles, hasCorpus } from "../corpus.ts";
import { allFixtures } from "../fixtures/index.ts";
import { insideArchive, MUTATIONS } from "./mutations.ts";

/** An original file to mutate. */
export interface FuzzBase {
  readonly name: string;
  readonly fileType: string;
  readonly read: () => Buffer;
}

/** A mutated file. */
export interface FuzzCase {
  readonly index: number;
  readonly fileType: string;
  /** Base file and mutations from which it was generated. */
  readonly recipe: string;
  readonly bytes: Buffer;
}

/** Larger files cost seconds each and find no further errors. */
const MAX_BASE_BYTES = 1_500_000;
const MAX_CASE_BYTES = 4_000_000;
const ARCHIVES: ReadonlySet<string> = new Set(["docx", "pptx", "xlsx"]);
const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "tif"]);
const INSIDE_SHARE = 0.7;
/** Share of images: recognising their text takes a hundred times as long as parsing any other file. */
const PICTURE_SHARE = 0.04;
/** Share of files with an extension of another type. */
const MISNAMED_SHARE = 0.03;

/** Returns the files of the corpus, if it exists, and the project's own. */
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

/** Returns the case with this number. Deterministic for the seed, the number and the files. */
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

/** Picks types in equal proportion, so that the many fixtures of one type don't displace the others. */
const pickBase = (bases: readonly FuzzBase[], random: Random): FuzzBase => {
  const wantsPicture = random.chance(PICTURE_SHARE);
  const types = [...new Set(bases.map(({ fileType }) => fileType))].filter(
    (type) => PICTURES.has(type) === wantsPicture,
  );
  const fileType = random.pick(types);
  return random.pick(bases.filter((base) => base.fileType === fileType));
};
