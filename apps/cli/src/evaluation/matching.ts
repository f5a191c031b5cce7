import type { JsonObject } from "@bufbuild/protobuf";
import { composed } from "@quarry/plugin/domain";
import { SOURCE_PATH } from "../ingest/ledger.ts";
import { conditionsOf, type Expected, normal } from "./golden.ts";

/** Fields of a result that decide whether it was expected. */
export interface Passage {
  readonly text: string;
  readonly documentId: string;
  readonly metadata?: JsonObject | undefined;
}

/** Whether a passage meets an expectation. */
const fulfils = ({ text, documentId, metadata = {} }: Passage, expected: Expected): boolean =>
  (expected.file === undefined || isFile(metadata, expected.file)) &&
  (expected.document_id === undefined || expected.document_id === documentId) &&
  (expected.page === undefined || expected.page === metadata["page"]) &&
  (expected.section === undefined || isBelow(metadata["section"], expected.section)) &&
  (expected.text === undefined || normal(text).includes(normal(expected.text)));

/** Whether metadata belong to this file: by its name, or by the end of its path in whole path components. */
export const isFile = (metadata: JsonObject, file: string): boolean => {
  const { filename, [SOURCE_PATH]: source } = metadata;
  const expectedPath = composed(file);
  const ending = expectedPath.replace(/^\.?\//, "");
  return (
    (typeof filename === "string" && composed(filename) === expectedPath) ||
    (typeof source === "string" && `/${composed(source)}`.endsWith(`/${ending}`))
  );
};

const isBelow = (section: unknown, heading: string): boolean => {
  const path = Array.isArray(section) ? section : [section];
  return path.some((part) => typeof part === "string" && normal(part) === normal(heading));
};

/**
 * Returns each result's index in `expected`, best first, or undefined for an unexpected result. Each expectation is
 * found only once: a second passage of the same file takes up a rank and gains nothing.
 */
export const rank = (results: readonly Passage[], expected: readonly Expected[]): readonly (number | undefined)[] => {
  const open = new Set(expected.keys());
  return results.map((result) => {
    const [best] = [...open]
      .filter((index) => fulfils(result, expected[index]!))
      .sort((a, b) => weight(expected[b]!) - weight(expected[a]!));
    if (best !== undefined) open.delete(best);
    return best;
  });
};

const MAX_CONDITIONS = 10;

/** Sort key of expectations: by grade, then by the number of conditions. */
const weight = (expected: Expected): number => (expected.grade ?? 1) * MAX_CONDITIONS + conditionsOf(expected);
