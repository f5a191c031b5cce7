import type { FileToAttach } from "@quarry/catalog";
import type { JsonValue } from "@quarry/plugin/domain";
import type { DocumentChunking } from "@quarry/store";
import { Fields } from "./fields.ts";
import { idIn } from "./ids.ts";
import { invalid } from "./problems.ts";

const MIN_TOKENS = 100;
const MAX_TOKENS = 4_096;
const DEFAULT_TOKENS = 800;

/** Returns the chunking of a file; null for `auto`, which uses that of the store's collection. */
export const chunkingIn = (body: Fields): DocumentChunking | null => {
  const strategy = body.object("chunking_strategy");
  if (strategy === undefined) return null;
  const type = strategy.required("type", strategy.oneOf("type", ["auto", "static"]));
  if (type === "auto") return null;
  const sizes = strategy.required("static", strategy.object("static"));
  const size = sizes.integer("max_chunk_size_tokens", MIN_TOKENS, MAX_TOKENS) ?? DEFAULT_TOKENS;
  const overlap = sizes.integer("chunk_overlap_tokens", 0, MAX_TOKENS) ?? Math.floor(size / 2);
  if (2 * overlap <= size) return { size, overlap };
  throw invalid(
    sizes.pathOf("chunk_overlap_tokens"),
    `must be at most half of max_chunk_size_tokens (${size}), got ${overlap}`,
  );
};

/** Reads the fields of an attached file. Attributes that are not given stay unchanged. */
export const sayingsIn = (body: Fields): Omit<FileToAttach, "fileId"> => ({
  metadata: body.pairs("attributes", "any"),
  chunking: chunkingIn(body),
});

/** Returns the files with these ids, without duplicates, all with the same options. */
export const filesIn = (
  ids: readonly JsonValue[],
  param: string,
  sayings: Omit<FileToAttach, "fileId">,
): readonly FileToAttach[] =>
  [...new Set(ids.map((id, index) => idIn("file_id", id, `${param}[${index}]`)))].map((fileId) => ({
    fileId,
    ...sayings,
  }));
