import type { JsonObject } from "@bufbuild/protobuf";
import { parseFilter } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";

/** Passage that a question should find. One passage must meet all conditions. */
export interface Expected {
  /** Name of the document's file, or the end of its path in the collection. */
  readonly file?: string;
  readonly page?: number;
  /** Heading above the passage. */
  readonly section?: string;
  /** Text that the passage contains, ignoring case and white space. */
  readonly text?: string;
  readonly document_id?: string;
  /** Relevance grade relative to the other expected passages. Default 1. */
  readonly grade?: number;
}

/** Question with a known answer. */
export interface GoldenQuestion {
  readonly line: number;
  readonly query: string;
  readonly expected: readonly Expected[];
  readonly filter?: JsonObject;
}

/** Maximum number of invalid lines to report: in a file of another kind every line is invalid. */
const MAX_PROBLEMS = 10;

/** Parses golden questions, one JSON object per line. Skips empty lines and those that begin with // or #. */
export const parseGolden = (text: string, path: string): readonly GoldenQuestion[] => {
  const questions: GoldenQuestion[] = [];
  const problems: string[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*($|\/\/|#)/.test(line)) continue;
    try {
      questions.push({ line: index + 1, ...parseQuestion(line) });
    } catch (error) {
      problems.push(`${path}:${index + 1}: ${(error as Error).message}`);
    }
  }
  if (problems.length > MAX_PROBLEMS) {
    problems.splice(MAX_PROBLEMS, Infinity, `and ${problems.length - MAX_PROBLEMS} more lines`);
  }
  if (problems.length > 0) throw new UsageError(problems.join("; "));
  if (questions.length === 0) throw new UsageError(`${path}: contains no questions`);
  return questions;
};

const FIELDS: ReadonlySet<string> = new Set(["query", "expected", "filter"]);

const parseQuestion = (line: string): Omit<GoldenQuestion, "line"> => {
  const value = parseLine(line);
  if (!isObject(value)) throw new Error("must be a JSON object, one on each line");
  refuseOthers(value, FIELDS);
  const { query, expected, filter } = value;
  if (typeof query !== "string" || query.trim() === "") throw new Error("query: must be a string that is not blank");
  if (!Array.isArray(expected) || expected.length === 0) {
    throw new Error("expected: must be a list of expected results with at least one entry");
  }
  if (filter !== undefined && !isObject(filter)) throw new Error("filter: must be a metadata filter");
  if (filter !== undefined) parseFilter(filter as JsonObject, "filter");
  return {
    query,
    expected: expected.map((each: unknown, index) => parseExpected(each, `expected[${index}]`)),
    ...(filter !== undefined && { filter: filter as JsonObject }),
  };
};

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch (error) {
    // The parser counts lines within its input, which is a single line.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, "");
    throw new Error(`must be a JSON object on one line: ${reason}`, { cause: error });
  }
};

const TYPES: Readonly<Record<keyof Expected, "string" | "number">> = {
  file: "string",
  page: "number",
  section: "string",
  text: "string",
  document_id: "string",
  grade: "number",
};

const parseExpected = (value: unknown, at: string): Expected => {
  if (typeof value === "string" && value.trim() !== "") return { file: value };
  if (!isObject(value)) throw new Error(`${at}: must be the name of a file, or an object`);
  refuseOthers(value, new Set(Object.keys(TYPES)), `${at}.`);
  for (const [field, type] of Object.entries(TYPES)) {
    const input = value[field];
    if (input !== undefined && typeof input !== type) throw new Error(`${at}.${field}: must be a ${type}`);
    if (typeof input === "string" && normal(input) === "") throw new Error(`${at}.${field}: must not be blank`);
  }
  const expected = value as Expected;
  const { page = 1 } = expected;
  if (!Number.isSafeInteger(page) || page < 1) throw new Error(`${at}.page: must be a whole number, at least 1`);
  if (expected.grade !== undefined && expected.grade <= 0) throw new Error(`${at}.grade: must be greater than 0`);
  if (conditionsOf(expected) === 0) throw new Error(`${at}: must have a file, page, section, text or document_id`);
  return expected;
};

const refuseOthers = (value: object, known: ReadonlySet<string>, at = ""): void => {
  const other = Object.keys(value).find((field) => !known.has(field));
  if (other !== undefined) throw new Error(`${at}${other}: unknown; it may be ${[...known].join(", ")}`);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Number of conditions in an expectation. A passage that meets two expectations counts for the one with more
 * conditions.
 */
export const conditionsOf = (expected: Expected): number =>
  Object.keys(expected).filter((field) => field !== "grade").length;

/** Normalises a text for comparison. */
export const normal = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** Describes an expectation in a few words. */
export const describeExpected = ({ file, page, section, text, document_id: id }: Expected): string =>
  [
    ...(file === undefined ? [] : [file]),
    ...(id === undefined ? [] : [`document ${id}`]),
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(section === undefined ? [] : [`section ${JSON.stringify(section)}`]),
    ...(text === undefined ? [] : [JSON.stringify(text)]),
  ].join(", ");
