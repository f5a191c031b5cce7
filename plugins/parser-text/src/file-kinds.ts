/** Kind of reader for a text file. */
export type FileKind = "code" | "delimited" | "json" | "markdown" | "notebook" | "plain" | "rst" | "xml";

const typesOf = (types: string): readonly string[] => types.split(" ");

const TYPES: Readonly<Record<FileKind, readonly string[]>> = {
  plain: typesOf("txt log"),
  markdown: typesOf("md markdown"),
  delimited: typesOf("csv tsv"),
  json: typesOf("json jsonl ndjson jsonc geojson"),
  xml: typesOf("xml"),
  rst: typesOf("rst"),
  notebook: typesOf("ipynb"),
  code: [
    ...typesOf("yaml yml toml ini cfg conf properties"),
    ...typesOf("js mjs cjs jsx ts mts cts tsx css scss less vue svelte"),
    ...typesOf("c h cc cpp cxx hpp cs java kt kts scala groovy go rs swift m dart"),
    ...typesOf("py rb php pl lua r jl ex exs erl hs clj fs vb"),
    ...typesOf("sh bash zsh ps1 bat cmd sql graphql proto tf gradle cmake diff patch tex"),
  ],
};

const KINDS: ReadonlyMap<string, FileKind> = new Map(
  (Object.keys(TYPES) as FileKind[]).flatMap((kind) => TYPES[kind].map((type) => [type, kind] as const)),
);

/** All types that are read without configuration. */
export const READ_TYPES: readonly string[] = [...KINDS.keys()];

/** Returns the kind of a file type; plain text for unknown types. */
export const kindOf = (fileType: string): FileKind => KINDS.get(fileType) ?? "plain";
