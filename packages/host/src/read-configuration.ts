import { readFile } from "node:fs/promises";
import { describeValue, GIVEN_CHUNKS_TYPE, isFileTypeName } from "@quarry/plugin/domain";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { type Configuration, ConfigurationFile, withDefaults } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { decodeProblems } from "./decode-problems.ts";
import { DEFAULT_VECTOR_STORE, EMBEDDED_KEYWORD_INDEX } from "./default-vector-store.ts";

/** Reads the config file (JSON with comments and trailing commas) and merges it over the defaults. */
export const readConfiguration = async (path: string | undefined, defaults: Configuration): Promise<Configuration> => {
  if (path === undefined) return defaults;
  const file = parseConfiguration(await readConfigurationText(path), path);
  const configuration = withDefaults(file, defaults);
  const problems = crossChecks(configuration).map((problem) => `${path}: ${problem}`);
  if (problems.length > 0) throw new ConfigurationError({ problems });
  return configuration;
};

/** Reads the file's text unchanged. */
export const readConfigurationText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigurationError({
      problems: [`SERVICE_CONFIG: can't read ${path} (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`],
    });
  }
};

const parseConfiguration = (text: string, path: string): ConfigurationFile => {
  const problems = syntaxProblems(text, path);
  if (problems.length > 0) throw new ConfigurationError({ problems });
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  const decoded = decodeProblems(ConfigurationFile, value, "");
  if ("problems" in decoded) {
    throw new ConfigurationError({ problems: decoded.problems.map((problem) => `${path}: ${problem}`) });
  }
  return decoded.value;
};

/** Returns JSON syntax errors, with line and column. */
export const syntaxProblems = (text: string, path: string): readonly string[] => {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return errors.map((error) => `${path}${position(text, error)}`);
};

const position = (text: string, error: ParseError): string => {
  const before = text.slice(0, error.offset).split("\n");
  return `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: not JSON: ${printParseErrorCode(error.error)}`;
};

/** Pattern for store names, which appear in URLs, in folders and in the database. */
const STORE_NAME = /^[a-z][a-z0-9_-]{0,62}$/;

const vectorStoreProblems = ({
  vectorStores = {},
  defaultVectorStore,
  keywordIndex,
}: Configuration): readonly string[] => {
  const named = Object.keys(vectorStores);
  const problems = named.flatMap((name) => {
    if (name === EMBEDDED_KEYWORD_INDEX) return [`vectorStores.${name}: is reserved for keywordIndex`];
    if (name === DEFAULT_VECTOR_STORE) return [`vectorStores.${name}: is reserved for the store in vectorStore`];
    return STORE_NAME.test(name) ? [] : [`vectorStores.${name}: a name must match ${STORE_NAME.source}`];
  });
  const names = [DEFAULT_VECTOR_STORE, ...named];
  if (defaultVectorStore !== undefined && !names.includes(defaultVectorStore)) {
    problems.push(`defaultVectorStore: must be one of ${names.join(", ")}, got ${describeValue(defaultVectorStore)}`);
  }
  const answering = [EMBEDDED_KEYWORD_INDEX, ...names];
  if (keywordIndex !== undefined && !answering.includes(keywordIndex)) {
    problems.push(`keywordIndex: must be one of ${answering.join(", ")}, got ${describeValue(keywordIndex)}`);
  }
  return problems;
};

/** Returns the problems that the schema can't express: sections that contradict each other, and invalid names. */
export const crossChecks = (configuration: Configuration): readonly string[] => {
  const problems: string[] = [];
  problems.push(...vectorStoreProblems(configuration));
  const embedders = Object.keys(configuration.embedders);
  if (!embedders.includes(configuration.defaultEmbedder)) {
    problems.push(
      `defaultEmbedder: must be one of ${embedders.join(", ")}, got ${describeValue(configuration.defaultEmbedder)}`,
    );
  }
  for (const fileType of Object.keys(configuration.parsers)) {
    if (fileType === GIVEN_CHUNKS_TYPE) {
      problems.push(`parsers.${fileType}: is reserved for documents that are uploaded as chunks`);
    } else if (!isFileTypeName(fileType)) {
      problems.push(
        `parsers.${fileType}: not a file type: an extension in lower-case letters and digits, without the dot`,
      );
    }
  }
  return problems;
};
