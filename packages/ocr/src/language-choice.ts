import { franc } from "franc";
import type { LanguageData } from "./language-data.ts";
import { francCodeOf, scriptOf } from "./scripts.ts";

/** Shorter texts are too short for language detection. */
const MIN_LETTERS = 60;
const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
/** Latin words occur in texts of all scripts, whose language data often lacks Latin letters. */
const LATIN_SCRIPT = "latin";

/** Languages for reading a page: the configured ones, or the installed one of the previous page. */
export class LanguageChoice {
  readonly #installed: readonly LanguageData[];
  /** Languages in which the last page was read. */
  current: readonly LanguageData[];

  private constructor(installed: readonly LanguageData[], current: readonly LanguageData[]) {
    this.#installed = installed;
    this.current = current;
  }

  static fromConfigured = (languages: readonly LanguageData[]): LanguageChoice => new LanguageChoice([], languages);

  static fromInstalled = (installed: readonly LanguageData[]): LanguageChoice =>
    new LanguageChoice(installed, installed.slice(0, 1));

  /** Returns the first installed language of each script other than the current one. */
  otherScripts(): readonly LanguageData[] {
    const firstByScript = new Map<string | undefined, LanguageData>();
    for (const language of this.#installed) {
      const script = scriptOf(language.code);
      if (!firstByScript.has(script)) firstByScript.set(script, language);
    }
    firstByScript.delete(scriptOf(this.current[0]!.code));
    return [...firstByScript.values()];
  }

  /** Detects the language of a text among the installed ones. Returns undefined if the text was already read in it. */
  languageOf(text: string, usedLanguages: readonly LanguageData[]): LanguageData | undefined {
    const letters = text.match(LETTER)?.length ?? 0;
    if (letters < MIN_LETTERS) return undefined;
    const isLatin = (text.match(LATIN_LETTER)?.length ?? 0) > letters / 2;
    const script = isLatin ? LATIN_SCRIPT : scriptOf(usedLanguages[0]!.code);
    const candidates = this.#installed.filter(({ code }) => scriptOf(code) === script);
    const found = candidates.length > 1 ? franc(text, { only: candidates.map(({ code }) => francCodeOf(code)) }) : "";
    const language =
      candidates.length === 1 ? candidates[0] : candidates.find(({ code }) => francCodeOf(code) === found);
    return language?.code === usedLanguages[0]!.code ? undefined : language;
  }

  /** Returns the languages for reading a page in `language`: that one, plus a Latin one for other scripts. */
  withLatin(language: LanguageData): readonly LanguageData[] {
    if (scriptOf(language.code) === LATIN_SCRIPT) return [language];
    const latin = this.#installed.find(({ code }) => scriptOf(code) === LATIN_SCRIPT);
    return latin === undefined ? [language] : [language, latin];
  }
}
