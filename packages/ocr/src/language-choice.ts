import { franc } from "franc";
import type { LanguageData } from "./language-data.ts";
import { francCodeOf, scriptOf } from "./scripts.ts";

/** Shorter texts don't tell their language. */
const MIN_LETTERS = 60;
const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
/** Words in Latin letters stand in texts of all scripts, whose data often has no letters for them. */
const EVERYWHERE = "latin";

/** Languages that a page is read in: those that were named, or one of those installed, like the page before. */
export class LanguageChoice {
  readonly #installed: readonly LanguageData[];
  /** Languages that the last page was read in. */
  current: readonly LanguageData[];

  private constructor(installed: readonly LanguageData[], current: readonly LanguageData[]) {
    this.#installed = installed;
    this.current = current;
  }

  static named = (languages: readonly LanguageData[]): LanguageChoice => new LanguageChoice([], languages);

  static among = (installed: readonly LanguageData[]): LanguageChoice =>
    new LanguageChoice(installed, installed.slice(0, 1));

  /** For each script that is not read now: the first of its languages. */
  otherScripts(): readonly LanguageData[] {
    const firsts = new Map<string | undefined, LanguageData>();
    for (const language of this.#installed) {
      const script = scriptOf(language.code);
      if (!firsts.has(script)) firsts.set(script, language);
    }
    firsts.delete(scriptOf(this.current[0]!.code));
    return [...firsts.values()];
  }

  /** The language that a text is written in, as far as one is installed; undefined where it was read in that. */
  languageOf(text: string, readIn: readonly LanguageData[]): LanguageData | undefined {
    const letters = text.match(LETTER)?.length ?? 0;
    if (letters < MIN_LETTERS) return undefined;
    const isLatin = (text.match(LATIN_LETTER)?.length ?? 0) > letters / 2;
    const script = isLatin ? EVERYWHERE : scriptOf(readIn[0]!.code);
    const candidates = this.#installed.filter(({ code }) => scriptOf(code) === script);
    const found = candidates.length > 1 ? franc(text, { only: candidates.map(({ code }) => francCodeOf(code)) }) : "";
    const language =
      candidates.length === 1 ? candidates[0] : candidates.find(({ code }) => francCodeOf(code) === found);
    return language?.code === readIn[0]!.code ? undefined : language;
  }

  /** Languages that a page in `language` is read in: that, and a Latin one for other scripts. */
  around(language: LanguageData): readonly LanguageData[] {
    if (scriptOf(language.code) === EVERYWHERE) return [language];
    const latin = this.#installed.find(({ code }) => scriptOf(code) === EVERYWHERE);
    return latin === undefined ? [language] : [language, latin];
  }
}
