import { readFileSync } from "node:fs";
import { type FormatConfig, format } from "oxfmt";

/** The repository's style; `ignorePatterns` among them mean nothing here. */
const STYLE = JSON.parse(readFileSync(new URL("../../../.oxfmtrc.json", import.meta.url), "utf8")) as FormatConfig;

/** Returns a file's text as `npm run format` would leave it; the name says the language. Fails for what has no syntax of it. */
export const formatText = async (name: string, text: string): Promise<string> => {
  const { code, errors } = await format(name, text, STYLE);
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
};
