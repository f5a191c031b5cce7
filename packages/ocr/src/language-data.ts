import { access, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { scriptOf } from "./scripts.ts";

/** File with the trained data of a language (its letters and words), packed or not. */
export interface LanguageData {
  readonly code: string;
  readonly path: string;
}

const PACKAGE_SCOPE = "@tesseract.js-data";
/** The smallest variant that reads as well as the others: whole numbers in place of floats. */
const VARIANT = "4.0.0_best_int";
/** Codes become part of a path: letters, digits and low lines only ("eng", "chi_sim"). */
const CODE = /^[A-Za-z][A-Za-z0-9_]{1,31}$/;
const DATA_FILE = /^([a-z_]+)\.traineddata(?:\.gz)?$/;
/** Where packages of Linux distributions put the data. */
const SYSTEM_FOLDERS = [
  "/usr/share/tesseract-ocr/5/tessdata",
  "/usr/share/tesseract-ocr/4.00/tessdata",
  "/usr/share/tessdata",
];
/** Always installed, and read first. */
const FIRST_LANGUAGE = "eng";

/**
 * The data of each language: from `folder` (`<code>.traineddata`, or the same with `.gz`) if one is given and has it,
 * else from the npm package `@tesseract.js-data/<code>`, else from the system's Tesseract. Nothing is downloaded. Rejects
 * with an error that names the package to install.
 */
export function findLanguageData(
  languages: readonly string[],
  folder: string | undefined,
): Promise<readonly LanguageData[]> {
  if (languages.length === 0) throw new Error('name at least one language of the texts, like ["eng"]');
  return Promise.all([...new Set(languages)].map((code) => findOne(code, folder)));
}

/** The data of all languages that are installed whose script is known, English first. */
export async function installedLanguageData(folder: string | undefined): Promise<readonly LanguageData[]> {
  const own = folder === undefined ? [] : await readdir(folder);
  const files = [...own, ...(await namesIn(systemFolders()))];
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
  const bothIn = (from: string): string[] => [join(from, file), join(from, `${file}.gz`)];
  const candidates = [
    ...(folder === undefined ? [] : bothIn(folder)),
    ...packageFolders().map((from) => join(from, code, VARIANT, `${file}.gz`)),
    ...systemFolders().flatMap(bothIn),
  ];
  for (const path of candidates) if (await isThere(path)) return { code, path };
  throw new Error(missing(code, folder));
}

function missing(code: string, folder: string | undefined): string {
  const name = `${PACKAGE_SCOPE}/${code}`;
  const also = folder === undefined ? "" : `, and ${folder} has no ${code}.traineddata`;
  return `text in the language "${code}" can't be recognised: the npm package ${name} is not installed${also}; run: npm install ${name}`;
}

/** Beside this package first, then where the server was started: an operator may install languages there. */
const packageFolders = (): string[] =>
  [import.meta.url, join(process.cwd(), "package.json")].flatMap((from) =>
    (createRequire(from).resolve.paths(PACKAGE_SCOPE) ?? []).map((modules) => join(modules, PACKAGE_SCOPE)),
  );

/** Tesseract's own variable comes before the usual places. */
function systemFolders(): readonly string[] {
  const prefix = process.env["TESSDATA_PREFIX"];
  return prefix === undefined || prefix === "" ? SYSTEM_FOLDERS : [prefix];
}

/** Nothing of folders that are not there. */
const namesIn = async (folders: readonly string[]): Promise<string[]> =>
  (await Promise.all(folders.map((folder) => readdir(folder).catch((): string[] => [])))).flat();

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
