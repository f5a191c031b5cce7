import type { TextToEmbed } from "@quarry/embedding";
import type { Passage } from "@quarry/search";

/** What is embedded for a chunk: its text below its context. The same whenever it is embedded again. */
export const textToEmbed = ({
  text,
  contextText,
  tokenCount,
}: Pick<Passage, "text" | "contextText"> & Pick<TextToEmbed, "tokenCount">): TextToEmbed => ({
  text,
  contextText,
  tokenCount,
});
