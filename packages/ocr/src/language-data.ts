import { access, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { scriptOf } from "./scripts.ts";

/** File with the trained data of a language (its letters and words), optionally compressed. */
export interface LanguageData {
  readonly code: string;
  readonly path: string;
}

const PACKAGE_SCOPE = "@tesseract.js-data";
/** Smallest variant with the same accuracy as the others: integers instead of floats. */
const VARIANT = "4.0.0_best_int";
/** Codes become part of a path: only letters, digits and underscores ("eng", "chi_sim"). */
const CODE = /^[A-Za-z][A-Za-z0-9_]{1,31}$/;
const DATA_FILE = /^([a-z_]+)\.traineddata(?:\.gz)?$/;
/** Folders in which packages of Linux distributions install the data. */
const SYSTEM_FOLDERS = [
  "/usr/share/tesseract-ocr/5/tessdata",
  "/usr/share/tesseract-ocr/4.00/tessdata",
  "/usr/share/tessdata",
];
/** Always installed, and tried first. */
const FIRST_LANGUAGE = "eng";

/**
 * Finds the data of each language: in `folder` (`<code>.traineddata`, optionally with `.gz`) if it is given and
 * contains it, else in the npm package `@tesseract.js-data/<code>`, else in the system's Tesseract installation.
 * Nothing is downloaded. Rejects with an error that names the package to install.
 */
export function findLanguageData(
  languages: readonly string[],
  folder: string | undefined,
): Promise<readonly LanguageData[]> {
  if (languages.length === 0) throw new Error('name at least one language of the texts, like ["eng"]');
  return Promise.all([...new Set(languages)].map((code) => findOne(code, folder)));
}

/** Returns the data of all installed languages with a known script, English first. */
export async function installedLanguageData(folder: string | undefined): Promise<readonly LanguageData[]> {
  const customFiles = folder === undefined ? [] : await readdir(folder);
  const files = [...customFiles, ...(await namesIn(systemFolders()))];
  const inFolders = files.flatMap((name) => DATA_FILE.exec(name)?.[1] ?? []);
  const inPackages = await namesIn(packageFolders());
  const codes = new Set([FIRST_LANGUAGE, ...[...inFolders, ...inPackages].toSorted()]);
  return findLanguageData(
    [...codes].filter((code) => scriptOf(code) !== undefined),
    folder,
  );
}

async function findOne(code: string, folder: string | undefined): Promise<LanguageData> {
  if (!CODE.test(code)) {
    throw new Error(`the language ${JSON.stringify(code)} is not a code like "eng", "deu" or "chi_sim"`);
  }
  const file = `${code}.traineddata`;
  const candidatesIn = (from: string): string[] => [join(from, file), join(from, `${file}.gz`)];
  const candidates = [
    ...(folder === undefined ? [] : candidatesIn(folder)),
    ...packageFolders().map((from) => join(from, code, VARIANT, `${file}.gz`)),
    ...systemFolders().flatMap(candidatesIn),
  ];
  for (const path of candidates) if (await isThere(path)) return { code, path };
  throw new Error(missing(code, folder));
}

function missing(code: string, folder: string | undefined): string {
  const name = `${PACKAGE_SCOPE}/${code}`;
  const folderNote = folder === undefined ? "" : `, and ${folder} has no ${code}.traineddata`;
  return `text in the language "${code}" can't be recognised: the npm package ${name} is not installed${folderNote}; run: npm install ${name}`;
}

/** Next to this package first, then the server's working directory, where an operator may have installed languages. */
const packageFolders = (): string[] =>
  [import.meta.url, join(process.cwd(), "package.json")].flatMap((from) =>
    (createRequire(from).resolve.paths(PACKAGE_SCOPE) ?? []).map((modules) => join(modules, PACKAGE_SCOPE)),
  );

/** Tesseract's own variable takes precedence over the usual folders. */
function systemFolders(): readonly string[] {
  const prefix = process.env["TESSDATA_PREFIX"];
  return prefix === undefined || prefix === "" ? SYSTEM_FOLDERS : [prefix];
}

/** Returns the names of files in the folders. Missing folders are ignored. */
const namesIn = async (folders: readonly string[]): Promise<string[]> =>
  (await Promise.all(folders.map((folder) => readdir(folder).catch((): string[] => [])))).flat();

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
