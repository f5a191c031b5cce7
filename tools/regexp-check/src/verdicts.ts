import { readFileSync, writeFileSync } from "node:fs";

/** What is known of the expressions. Judging all of them takes minutes, and the same one is always judged alike. */
export interface Verdicts {
  /** Literals that take time in proportion to what they are matched against. */
  readonly linear: readonly string[];
  /** By literal, why it may take more: what keeps the text short that it is matched against. */
  readonly bounded: Readonly<Record<string, string>>;
  /** By call, why a pattern that is only known at run time is linear. */
  readonly built: Readonly<Record<string, string>>;
}

const FILE = new URL("../verdicts.json", import.meta.url);

export const readVerdicts = (): Verdicts => JSON.parse(readFileSync(FILE, "utf8")) as Verdicts;

export const writeVerdicts = (verdicts: Verdicts): void =>
  writeFileSync(FILE, `${JSON.stringify(verdicts, null, 2)}\n`);
