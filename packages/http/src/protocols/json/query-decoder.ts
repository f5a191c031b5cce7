import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { invalidArgument } from "@quarry/plugin/domain";
import { UnknownFields } from "../unknown-fields/unknown-fields.ts";
import { jsonFields } from "./field-kinds.ts";
import { withPathStep, mustBe, refusingProblems } from "./field-problem.ts";
import { type Decode, valueDecoder } from "./value-decoder.ts";

/**
 * Writes the parameters of a query string into a message. Throws `invalid_argument`. Returns the header that reports
 * unknown parameters to the caller.
 */
export type QueryDecoder = (query: string, message: Record<string, unknown>) => string | undefined;

interface Parameter {
  readonly localName: string;
  readonly decode: Decode;
  readonly isList: boolean;
}

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Compiles the decoder of a route's query parameters: the request's fields that its path does not contain. Numbers use
 * JSON syntax. List items are separated by commas, or are one parameter each. Any other repeated parameter is rejected.
 * Unknown parameters are ignored, unless their name is similar to a known one.
 */
export function queryDecoder(fields: readonly DescField[]): QueryDecoder {
  const parameters = new Map(fields.filter(isParameter).map((field) => [field.name, compile(field)]));
  const known = [...parameters.keys()];
  return (query, message) => {
    const seen = new Set<string>();
    let unknown: UnknownFields | undefined;
    for (const [name, text] of pairsOf(query)) {
      const parameter = parameters.get(name);
      if (parameter === undefined) {
        if (name !== "") (unknown ??= new UnknownFields()).add(name, known);
        continue;
      }
      if (parameter.isList) {
        const items = text.split(",").map((item) => decodeParameter(parameter, name, item));
        if (seen.has(name)) (message[parameter.localName] as unknown[]).push(...items);
        else message[parameter.localName] = items;
        seen.add(name);
        continue;
      }
      if (seen.has(name)) throw invalidArgument(`${name}: must be given once, got it several times`);
      seen.add(name);
      message[parameter.localName] = decodeParameter(parameter, name, text);
    }
    return unknown?.header;
  };
}

/**
 * Returns the header that reports query parameters as ignored, for a request whose fields are all in the body. Throws
 * `invalid_argument` for a name that equals, or is similar to, one of the body's.
 */
export function ignoredParameters(query: string, inBody: readonly string[]): string | undefined {
  const unknown = new UnknownFields();
  for (const [name] of pairsOf(query)) {
    if (inBody.includes(name))
      throw invalidArgument(`${name}: is read from the request body, not from the query string`);
    if (name !== "") unknown.add(name, inBody);
  }
  return unknown.header;
}

function* pairsOf(query: string): Generator<readonly [name: string, text: string]> {
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    const name = percentDecoded(equals < 0 ? pair : pair.slice(0, equals));
    yield [name, percentDecoded(equals < 0 ? "" : pair.slice(equals + 1))];
  }
}

/** Compiles the decoder of a field in a URL, with the same rules as for query parameters. Throws `invalid_argument`. */
export function urlDecoder(field: DescField): (text: string) => unknown {
  const parameter = compile(field);
  return (text) => decodeParameter(parameter, field.name, text);
}

/** Returns the fields of a request that can be in a query string. */
export const queryParameters = (fields: readonly DescField[]): DescField[] => fields.filter(isParameter);

const isParameter = (field: DescField): boolean =>
  (field.fieldKind === "scalar" || field.fieldKind === "enum" || isStringList(field)) &&
  jsonFields(field.parent).includes(field);

const isStringList = (field: DescField): boolean =>
  field.fieldKind === "list" && field.listKind === "scalar" && field.scalar === ScalarType.STRING;

function compile(field: DescField): Parameter {
  const decode = valueDecoder(field, () => {
    throw new Error(`${field.name}: a message can't be a query parameter`);
  });
  const parse = textParser(field);
  const isList = isStringList(field);
  return { localName: field.localName, isList, decode: (text) => decode(parse(text as string)) };
}

function decodeParameter(parameter: Parameter, name: string, text: string): unknown {
  return refusingProblems(() => {
    try {
      return parameter.decode(text);
    } catch (error) {
      throw withPathStep(error, name);
    }
  });
}

/** Converts a parameter's text to its JSON value, or returns the text itself, which is then rejected. */
function textParser(field: DescField): (text: string) => unknown {
  const { scalar } = field;
  if (field.enum !== undefined || scalar === ScalarType.STRING) return (text) => text;
  if (scalar === ScalarType.BOOL) return (text) => (text === "true" ? true : text === "false" ? false : text);
  if (scalar === ScalarType.DOUBLE) return (text) => (DECIMAL.test(text) ? Number(text) : text);
  return integer;
}

const integer = (text: string): unknown => {
  if (!INTEGER.test(text)) throw mustBe("an integer", text);
  return Number(text);
};

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidArgument("The query string has a percent sign that starts no valid UTF-8 escape such as %20");
  }
}
