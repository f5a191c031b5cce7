import { readFileSync } from "node:fs";

export interface Question {
  readonly question: string;
  readonly file: string;
  /** 1-based page, slide or sheet with the answer; null in formats without pages. */
  readonly page: number | null;
  /** The heading that the answer stands under. */
  readonly heading?: string;
  /** Words of the passage with the answer, verbatim but for white space. */
  readonly mustContain: string;
}

export const readQuestions = (): readonly Question[] =>
  JSON.parse(readFileSync(new URL("../../../apps/server/demo/questions.json", import.meta.url), "utf8")) as Question[];
