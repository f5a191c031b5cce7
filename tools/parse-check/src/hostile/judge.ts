import type { HostileFile } from "./hostile-file.ts";

/** Maximum length of a message: longer ones are lists that nobody reads to the end. */
const MAX_MESSAGE_CHARACTERS = 300;

/** Signs of service internals: stacks, paths, internal names and libraries. */
const INSIDE: readonly RegExp[] = [
  /\n\s+at /,
  /\b\w*Error:/,
  /node_modules|node:|file:\/\//,
  /(^|[\s"'(])\/(?!v1)\w+\//,
  /\.(ts|js|mjs|node|wasm)\b/,
  /\b(E[A-Z]{4,}|ERR_\w+|errno|undefined|NaN|null pointer|\[object)\b/,
  /pdfium|pdf\.?js|yauzl|officeparser|fflate|numfmt|htmlparser|parse5|saxes|sax\b|papaparse|markdown-it|jschardet|iconv/i,
  /sharp\b|libvips|vips|tesseract|leptonica|busboy|sqlite|piscina|kysely|protobuf|effect\b|undici|\bv8\b|\bwasm\b|JSON\.parse/i,
  /Unexpected token|Cannot read prop|is not a function|out of bounds|unreachable/,
];

/** Returns the internals that a message reveals; undefined if there are none. */
export const leakIn = (message: string): string | undefined =>
  INSIDE.map((pattern) => pattern.exec(message)?.[0]).find((found) => found !== undefined);

/** Fields of a document that describe its final state. */
export interface EndedDocument {
  readonly status: string;
  readonly error_message: string | null;
  readonly chunk_count: number;
}

/** Returns the problems with a document's final state; empty if there are none. `texts` are those of its chunks. */
export const problemsOf = (
  { ends, message: wanted, forbidden }: Pick<HostileFile, "ends" | "message" | "forbidden">,
  { status, error_message: message, chunk_count: chunks }: EndedDocument,
  texts: readonly string[],
): readonly string[] => {
  if (status !== "ready" && status !== "failed") return [`is still ${status}`];
  const problems: string[] = [];
  if (ends !== "either" && status !== ends) problems.push(`ended ${status}, not ${ends}`);
  if (status === "failed") {
    if (chunks > 0) problems.push("failed with chunks");
    problems.push(...messageProblems(message ?? ""));
    if (wanted?.test(message ?? "") === false) problems.push(`its message does not fit ${wanted.source}`);
  } else {
    if (chunks === 0) problems.push("is ready without a chunk");
    if (message !== null) problems.push("is ready with a message");
    const isForbidden = texts.some((text) => forbidden?.test(text));
    if (isForbidden) problems.push(`has text that it may not have (${forbidden!.source})`);
  }
  return problems;
};

/** Returns the problems of a message addressed to a file's owner. */
export const messageProblems = (message: string): readonly string[] => {
  const leak = leakIn(message);
  const problems: string[] = [];
  if (message.trim() === "") problems.push("failed without a message");
  if (leak !== undefined) problems.push(`its message shows the inside: ${JSON.stringify(leak)}`);
  if (message.length > MAX_MESSAGE_CHARACTERS) problems.push(`its message has ${message.length} characters`);
  if (/ended unexpectedly|could not be read: it may be damaged/.test(message)) {
    problems.push("its message is the general one: the parser crashed");
  }
  return problems;
};
