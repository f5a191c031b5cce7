import type { JsonObject } from "@bufbuild/protobuf";
import type { QueryOptions } from "@quarry/api/query-options";
import { SEARCH_MODES, type SearchMode } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { choicesOf, FLAGS, readValue } from "../program/query-options.ts";

/** Query settings of one run. */
export interface Variant extends Omit<QueryOptions, "filters" | "searchMode"> {
  /** Name in the report. */
  readonly name: string;
  readonly collection: string;
  readonly mode: SearchMode | undefined;
  readonly topK: number;
  readonly filter: JsonObject | undefined;
}

const READERS: Readonly<Record<string, (text: string) => Partial<Variant>>> = {
  mode: (text) => {
    if (!(SEARCH_MODES as readonly string[]).includes(text))
      throw new UsageError(mustBe("mode", SEARCH_MODES.join(", "), text));
    return { mode: text as SearchMode };
  },
  collection: (text) => ({ collection: text }),
  ...Object.fromEntries(
    FLAGS.map((option) => [
      option.name,
      (text: string) => {
        const value = readValue(option, text);
        if (value === undefined) throw new UsageError(mustBe(option.name, choicesOf(option), text));
        return { [option.property]: value };
      },
    ]),
  ),
};

const mustBe = (name: string, choices: string, text: string): string =>
  `--compare: ${name} may be ${choices}, got ${JSON.stringify(text)}`;

/** Applies overrides such as `mode=hybrid,rerank=true` to the other settings. */
export const parseVariant = (text: string, others: Variant): Variant => {
  const input = text.split(",").map((part) => {
    const equals = part.indexOf("=");
    const [name, value] = [part.slice(0, Math.max(0, equals)).trim(), part.slice(equals + 1).trim()];
    const read = READERS[name];
    if (read === undefined) {
      const known = Object.keys(READERS).join(", ");
      throw new UsageError(`--compare: ${JSON.stringify(part)} is not a setting; write name=value, with ${known}`);
    }
    return read(value);
  });
  return Object.assign({}, others, ...input, { name: text }) as Variant;
};
