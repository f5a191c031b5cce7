import type { BlockLink, ParsedBlock } from "@quarry/plugin";

/**
 * Gives the links of a page to the blocks that hold their words, each looked for behind the one before; those that no block
 * holds, of a picture or of words that were mended, to the block of the one before.
 */
export function linkedBlocks(blocks: readonly ParsedBlock[], links: readonly BlockLink[]): readonly ParsedBlock[] {
  if (links.length === 0 || blocks.length === 0) return blocks;
  const texts = blocks.map(({ text }) => text.replaceAll(/\s+/g, " "));
  const input = new Map<number, BlockLink[]>();
  let [at, from] = [0, 0];
  for (const link of links) {
    const found = link.text === "" ? undefined : placeOf(texts, link.text, at, from);
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

/** From a place on to the end of the page, then from its beginning. */
function placeOf(texts: readonly string[], words: string, first: number, from: number) {
  for (let count = 0; count <= texts.length; count++) {
    const block = (first + count) % texts.length;
    const at = texts[block]!.indexOf(words, count === 0 ? from : 0);
    if (at !== -1) return { block, end: at + words.length };
  }
  return undefined;
}
