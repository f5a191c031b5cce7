import { readFileSync } from "node:fs";
import { type FormatConfig, format } from "oxfmt";

/** Style of the repository; its `ignorePatterns` have no effect here. */
const STYLE = JSON.parse(readFileSync(new URL("../../../.oxfmtrc.json", import.meta.url), "utf8")) as FormatConfig;

/**
 * Returns a file's text formatted as by `npm run format`; the name determines the language. Fails on a syntax error.
 */
export const formatText = async (name: string, text: string): Promise<string> => {
  const { code, errors } = await format(name, text, STYLE);
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
};
