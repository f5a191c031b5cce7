import type { JsonObject } from "@bufbuild/protobuf";
import { SEARCH_MODES } from "@quarry/domain";
import { UsageError } from "../failures.ts";
import { readFraction } from "../parse.ts";

/** How the questions are asked. */
export interface Variant {
  /** As it is called in the report. */
  readonly name: string;
  readonly collection: string;
  readonly mode: string | undefined;
  readonly topK: number;
  /** Weight of the semantic score in hybrid search. */
  readonly alpha: number | undefined;
  readonly rerank: boolean | undefined;
  readonly minScore: number | undefined;
  readonly filter: JsonObject | undefined;
}

const READERS: Readonly<Record<string, (text: string) => Partial<Variant>>> = {
  mode: (text) => {
    if (!(SEARCH_MODES as readonly string[]).includes(text))
      throw new UsageError(mustBe("mode", SEARCH_MODES.join(", "), text));
    return { mode: text };
  },
  rerank: (text) => {
    if (text !== "true" && text !== "false") throw new UsageError(mustBe("rerank", "true, false", text));
    return { rerank: text === "true" };
  },
  top_k: (text) => {
    if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 1_000) throw new UsageError(mustBe("top_k", "1 to 1000", text));
    return { topK: Number(text) };
  },
  alpha: (text) => ({ alpha: fraction("alpha", text) }),
  min_score: (text) => ({ minScore: fraction("min_score", text) }),
  collection: (text) => ({ collection: text }),
};

const fraction = (name: string, text: string): number => {
  const value = readFraction(text);
  if (value === undefined) throw new UsageError(mustBe(name, "0 to 1", text));
  return value;
};

const mustBe = (name: string, choices: string, text: string): string =>
  `--compare: ${name} may be ${choices}, got ${JSON.stringify(text)}`;

/** `mode=hybrid,rerank=true` laid over what stands otherwise. */
export const parseVariant = (text: string, others: Variant): Variant => {
  const given = text.split(",").map((part) => {
    const equals = part.indexOf("=");
    const [name, value] = [part.slice(0, Math.max(0, equals)).trim(), part.slice(equals + 1).trim()];
    const read = READERS[name];
    if (read === undefined) {
      const known = Object.keys(READERS).join(", ");
      throw new UsageError(`--compare: ${JSON.stringify(part)} is no setting; write name=value, with ${known}`);
    }
    return read(value);
  });
  return Object.assign({}, others, ...given, { name: text }) as Variant;
};
