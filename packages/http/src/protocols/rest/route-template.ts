import { create, type DescField, type DescMessage, type DescMethod, getOption, ScalarType } from "@bufbuild/protobuf";
import { http } from "@quarry/api";
import { invalidArgument } from "@quarry/plugin/domain";
import { urlDecoder } from "../json/query-decoder.ts";

/** Path template such as `/v1/things/{name}`, resolved against the request message. */
export interface RouteTemplate {
  readonly text: string;
  /** Literal segments, and undefined for a variable. */
  readonly segments: readonly (string | undefined)[];
  /** Writes the values of the variables, still percent-encoded, into the message. */
  bind(message: object, values: readonly string[]): void;
}

const VARIABLE = /^\{([a-z0-9_.]+)\}$/;

export function routeTemplate(text: string, input: DescMessage): RouteTemplate {
  const parts = text.split("/").slice(1);
  const variables = parts.flatMap((part) => VARIABLE.exec(part)?.[1] ?? []);
  const setters = variables.map((path) => fieldSetter(path.split("."), input, text));
  return {
    text,
    segments: parts.map((part) => (VARIABLE.test(part) ? undefined : part)),
    bind: (message, values) => {
      for (let index = 0; index < setters.length; index++) setters[index]!(message, decodePathValue(values[index]!));
    },
  };
}

/**
 * Returns the fields that any path of an rpc contains (for `{a.b}` the field `a`). The body and the query string
 * contain none of them: one path names a document by its id, another by the caller's own id instead.
 */
export const fieldsOfPaths = (method: DescMethod): string[] => {
  const rule = getOption(method, http);
  return [rule, ...rule.additionalBindings].flatMap(({ pattern }) =>
    [...String(pattern.value).matchAll(/\{([a-z0-9_]+)/g)].map((match) => match[1]!),
  );
};

type Setter = (message: object, value: string) => void;

function fieldSetter(path: readonly string[], descriptor: DescMessage, template: string): Setter {
  const [name, ...rest] = path;
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${template}: ${descriptor.typeName} has no field ${name}`);
  if (rest.length === 0) {
    if (field.scalar === ScalarType.STRING) return (message, value) => write(message, field, value);
    const decode = urlDecoder(field);
    return (message, value) => write(message, field, decode(value));
  }
  const nested = field.message;
  if (nested === undefined) throw new Error(`${template}: ${field.name} is not a message`);
  const setNested = fieldSetter(rest, nested, template);
  return (message, value) => {
    const inner = create(nested);
    setNested(inner, value);
    write(message, field, inner);
  };
}

function write(message: object, field: DescField, value: unknown): void {
  const fields = message as Record<string, unknown>;
  if (field.oneof === undefined) fields[field.localName] = value;
  else fields[field.oneof.localName] = { case: field.localName, value };
}

/** Decodes the percent-escapes of a path value. */
export function decodePathValue(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    throw invalidArgument("The path has a percent sign that starts no valid UTF-8 escape such as %20");
  }
}
