import type { BlockLink, ParsedBlock } from "@quarry/plugin";

/**
 * Assigns a page's links to the blocks that contain their words. The search for each continues after the previous link.
 * Links whose words are in no block (pictures, corrected words) go to the block of the previous link.
 */
export function linkedBlocks(blocks: readonly ParsedBlock[], links: readonly BlockLink[]): readonly ParsedBlock[] {
  if (links.length === 0 || blocks.length === 0) return blocks;
  const texts = blocks.map(({ text }) => text.replaceAll(/\s+/g, " "));
  const input = new Map<number, BlockLink[]>();
  let [at, from] = [0, 0];
  for (const link of links) {
    const found = link.text === "" ? undefined : findWords(texts, link.text, at, from);
    if (found !== undefined) [at, from] = [found.block, found.end];
    const own = input.get(at);
    if (own === undefined) input.set(at, [link]);
    else own.push(link);
  }
  return blocks.map((block, index) => {
    const own = input.get(index);
    return own === undefined ? block : { ...block, links: own };
  });
}

/** Searches from a position to the end of the page, then from its beginning. */
function findWords(texts: readonly string[], words: string, first: number, from: number) {
  for (let count = 0; count <= texts.length; count++) {
    const block = (first + count) % texts.length;
    const at = texts[block]!.indexOf(words, count === 0 ? from : 0);
    if (at !== -1) return { block, end: at + words.length };
  }
  return undefined;
}
