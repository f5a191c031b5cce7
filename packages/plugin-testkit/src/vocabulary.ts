import type { FilterScalar } from "@quarry/plugin/domain";

/**
 * Keys shared by metadata and filters, so that conditions often refer to an existing field. They cover what breaks
 * stores: a dot in a key, names of the prototype, other scripts, quotes and backslashes.
 */
export const KEYS = [
  "document_id",
  "page",
  "sent_at",
  "section",
  "tags",
  "a",
  "b",
  "a.b",
  "b.a.b",
  "__proto__",
  "constructor",
  "größe",
  "gro\u0308ße",
  "日本",
  "with space",
  `quote'"\\`,
  "ref-id",
  "Page",
] as const;

/** Values shared by metadata and filters: near misses in type, case, script and size. */
export const SCALARS: readonly FilterScalar[] = [
  ...["", "a", "ab", "Ab", "5", "1.5", "true", "null", "é", "e\u0301", "日本語", "\uffee", "😀", `it's "q" \\ %_*?`],
  ...["2025-12-31T23:59:59.000Z", "2026-01-01T00:00:00.000Z", "2026-01-01"],
  ...["2026-01-01T02:00+02:00", "2026-01-01 00:00:00.50z", "2025-12-31t23:59:60Z", "2026-01-01T00:00:00", "2026-01-0"],
  ...[0, 1, 2, 5, -1, 1.5, -1.5, 1e-7, 1.5e-300, 4_294_967_296, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  ...[true, false],
];

/** Substrings and whole values for `$contains`. */
export const FRAGMENTS: readonly FilterScalar[] = [
  "",
  "a",
  "b",
  "A",
  "\u0301",
  "本",
  "2026",
  "T00:00:00",
  "+02:00",
  "2026-01-01",
  "\\",
  "%",
  "'",
];
