import type { PlainRerankCall } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";

/** Returns the share of the question that each passage covers, 0 to 1, in the order of the passages. */
export const scorePassages = async (
  query: string,
  passages: readonly string[],
  { settings }: PlainRerankCall<AcmeSettings>,
): Promise<readonly number[]> => {
  const requested = wordsOf(query).filter((word) => !settings.ignoredWords.includes(word));
  return passages.map((passage) => {
    const message = new Set(wordsOf(passage));
    return requested.length === 0 ? 0 : requested.filter((word) => message.has(word)).length / requested.length;
  });
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
