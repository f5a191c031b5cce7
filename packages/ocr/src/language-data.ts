import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Trained data of a language (its letters and words), packed or not. */
export interface LanguageData {
  readonly code: string;
  readonly data: Uint8Array;
}

const PACKAGE_SCOPE = "@tesseract.js-data";
/** The smallest variant that reads as well as the others: whole numbers in place of floats. */
const VARIANT = "4.0.0_best_int";
/** Codes become part of a path: letters, digits and low lines only ("eng", "chi_sim"). */
const CODE = /^[A-Za-z][A-Za-z0-9_]{1,31}$/;

/**
 * The data of each language: from `folder` (`<code>.traineddata`, or the same with `.gz`) if one is given and has it,
 * else from the npm package `@tesseract.js-data/<code>`. Nothing is downloaded. Rejects with an error that names the
 * package to install.
 */
export function loadLanguageData(
  languages: readonly string[],
  folder: string | undefined,
): Promise<readonly LanguageData[]> {
  if (languages.length === 0) throw new Error('name at least one language of the texts, like ["eng"]');
  return Promise.all([...new Set(languages)].map((code) => loadOne(code, folder)));
}

async function loadOne(code: string, folder: string | undefined): Promise<LanguageData> {
  if (!CODE.test(code)) {
    throw new Error(`the language ${JSON.stringify(code)} is not a code like "eng", "deu" or "chi_sim"`);
  }
  const file = `${code}.traineddata`;
  const candidates = folder === undefined ? [] : [join(folder, file), join(folder, `${file}.gz`)];
  const packaged = packageFolder(code);
  if (packaged !== undefined) candidates.push(join(packaged, VARIANT, `${file}.gz`));
  for (const path of candidates) {
    const data = await readIfThere(path);
    if (data !== undefined) return { code, data };
  }
  throw new Error(missing(code, folder));
}

function missing(code: string, folder: string | undefined): string {
  const name = `${PACKAGE_SCOPE}/${code}`;
  const also = folder === undefined ? "" : `, and ${folder} has no ${code}.traineddata`;
  return `text in the language "${code}" can't be recognised: the npm package ${name} is not installed${also}; run: npm install ${name}`;
}

/** Looks beside this package first, then where the server was started: an operator may install languages there. */
function packageFolder(code: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      return dirname(createRequire(from).resolve(`${PACKAGE_SCOPE}/${code}/package.json`));
    } catch {
      // Not to be found from there.
    }
  }
  return undefined;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
