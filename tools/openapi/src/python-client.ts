import { type DescMethod, type DescService, getOption } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { body_kind, BodyKind, http, response_kind, ResponseKind, success_status } from "@quarry/api";
import {
  answerClasses,
  identifier,
  quoted,
  requestClasses,
  type Schema,
  type Schemas,
  typeOf,
} from "./python-types.ts";
import { docstring } from "./python-text.ts";
import { sampleDocument, SERVICES } from "./sample-document.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Operation {
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** An argument of a method. */
interface Argument {
  readonly name: string;
  /** Name on the wire. */
  readonly wire: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly location: "path" | "query" | "header" | "body";
  readonly description: string;
}

/** One way to call an rpc: by its own or another path. */
interface Call {
  readonly method: DescMethod;
  readonly constant: string;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  /** Parameter for files. */
  readonly files?: "file" | "files" | "content";
  readonly answer: "json" | "page" | "events" | "bytes";
  /** For a page: the member with its items, and their class. */
  readonly items?: { readonly member: string; readonly type: string; readonly way: "cursor" | "offset" };
}

const HEADING = '"""Made from the contract by `npm run generate`; don\'t edit."""';

/** Generates the modules of the Python client from the contract, by file name. */
export function pythonModules(): Readonly<Record<string, string>> {
  const document = sampleDocument(true) as Document;
  const { schemas } = document.components;
  const resources = SERVICES.map((service) => ({ service, calls: callsOf(service, document) }));
  const calls = resources.flatMap((resource) => resource.calls);
  return {
    "models.py": `${HEADING}\n\n${answerClasses(
      schemas,
      calls.map(({ method }) => method.output.name),
    )}`,
    "params.py": `${HEADING}\n\n${requestClasses(schemas, bodySchemas(document))}`,
    "_methods.py": `${HEADING}\n\nfrom ._request import Method\n\n${calls.map(methodConstant).join("\n")}\n`,
    "_resources.py": resourceModule(resources, false),
    "_async_resources.py": resourceModule(resources, true),
  };
}

const bodySchemas = ({ paths }: Document): Schema[] =>
  Object.values(paths).flatMap((verbs) =>
    Object.values(verbs).flatMap(({ requestBody, parameters = [] }) => [
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...parameters.map(({ schema }) => schema),
    ]),
  );

function callsOf(service: DescService, document: Document): Call[] {
  const taken = new Set<string>();
  return service.methods.flatMap((method) => {
    const rule = getOption(method, http);
    return [rule, ...rule.additionalBindings].flatMap(({ pattern }, index) => {
      if (pattern.case === undefined || pattern.case === "custom") return [];
      const path = pattern.value.replaceAll(/\{[a-z0-9_]+\.([a-z0-9_]+)\}/g, "{$1}");
      const operation = document.paths[path]![pattern.case]!;
      const suffix = index === 0 ? "" : `_${/\{([a-z0-9_]+)\}$/.exec(path)![1]!}`;
      const short = `${shortName(method)}${suffix}`;
      const name = taken.has(short) ? `${snake(method.name)}${suffix}` : short;
      if (taken.has(name)) throw new Error(`${service.name}: two methods are named ${name}`);
      taken.add(name);
      return [callOf(method, { path, verb: pattern.case, name, operation, document })];
    });
  });
}

const snake = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();

/**
 * Returns the short name of a method, for example `get_stats` for `CollectionService.GetCollectionStats`: the resource
 * contains the noun.
 */
function shortName({ name, parent }: DescMethod): string {
  const noun = parent.name.replace(/Service$/, "");
  const short = name.replace(new RegExp(`${noun}s?(?=[A-Z]|$)`), "");
  return snake(noun === "Query" || short === "" ? name : short);
}

interface Binding {
  readonly path: string;
  readonly verb: string;
  readonly name: string;
  readonly operation: Operation;
  readonly document: Document;
}

function callOf(method: DescMethod, { path, verb, name, operation, document }: Binding): Call {
  const { schemas } = document.components;
  const kind = getOption(method, body_kind);
  const mediaType = MEDIA_TYPES[kind] ?? "application/json";
  const body = operation.requestBody?.content[mediaType]?.schema;
  const inBody = body === undefined || kind === BodyKind.BYTES ? [] : bodyArguments(resolved(body, schemas));
  const elsewhere = (operation.parameters ?? [])
    .filter((each) => each.name !== "Idempotency-Key")
    .map(parameterArgument);
  const input = [...elsewhere, ...inBody];
  const items = itemsOf(input, method, schemas);
  const files =
    kind === BodyKind.BYTES
      ? "content"
      : kind !== BodyKind.MULTIPART
        ? undefined
        : inBody.some(({ wire }) => wire === "files")
          ? "files"
          : "file";
  const responseKind = getOption(method, response_kind);
  return {
    method,
    constant: `${snake(method.parent.name.replace(/Service$/, ""))}_${name}`.toUpperCase(),
    name,
    verb: verb.toUpperCase(),
    path,
    // Two rpcs with the same path share an operation; ` As JSON: ` precedes the description of the second.
    description: operation.description
      .split(" As JSON: ")
      .at(operation.operationId.startsWith(method.localName) ? 0 : -1)!,
    arguments: input.filter(({ wire }) => wire !== files),
    ...(files !== undefined && { files }),
    answer:
      responseKind === ResponseKind.SSE
        ? "events"
        : responseKind >= ResponseKind.BINARY
          ? "bytes"
          : items
            ? "page"
            : "json",
    ...(items !== undefined && { items }),
  };
}

const MEDIA_TYPES: Readonly<Partial<Record<BodyKind, string>>> = {
  [BodyKind.MULTIPART]: "multipart/form-data",
  [BodyKind.BYTES]: "application/octet-stream",
};

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split("/").at(-1)!]!;

const bodyArguments = ({ properties = {}, required = [] }: Schema): Argument[] =>
  Object.entries(properties).map(([wire, schema]) => ({
    name: identifier(wire),
    wire,
    type: typeOf(schema.contentSchema ?? schema, "request"),
    isRequired: required.includes(wire),
    location: "body",
    description: schema.description ?? "",
  }));

const parameterArgument = (parameter: Parameter): Argument => ({
  name: identifier(parameter.name.toLowerCase().replaceAll("-", "_")),
  wire: parameter.name,
  type: typeOf(parameter.schema, "request"),
  isRequired: parameter.required,
  location: parameter.in,
  description: parameter.description,
});

function itemsOf(input: readonly Argument[], { output }: DescMethod, schemas: Schemas): Call["items"] {
  const takes = (name: string) => input.some(({ wire }) => wire === name);
  const { properties = {} } = schemas[output.name] ?? {};
  const list = Object.entries(properties).find(([, schema]) => schema.items?.$ref !== undefined);
  const way =
    takes("cursor") && properties["next_cursor"] && !takes("offset")
      ? "cursor"
      : takes("offset") && properties["total"]
        ? "offset"
        : undefined;
  if (list === undefined || way === undefined) return undefined;
  return { member: list[0], type: typeOf(list[1].items!, "answer"), way };
}

function methodConstant({ method, constant, verb, path, items }: Call): string {
  const { NO_SIDE_EFFECTS, IDEMPOTENT } = MethodOptions_IdempotencyLevel;
  const isRepeatable = verb === "GET" || method.idempotency === NO_SIDE_EFFECTS || method.idempotency === IDEMPOTENT;
  const isKeyed = getOption(method, success_status) === 201 && getOption(method, body_kind) !== BodyKind.BYTES;
  const flags = [
    ...(isRepeatable ? ["is_repeatable=True"] : []),
    ...(isKeyed ? ["is_keyed=True"] : []),
    ...(items === undefined ? [] : [`items=${quoted(items.member)}`, `paging=${quoted(items.way)}`]),
  ];
  const name = `${method.parent.typeName}.${method.name}`;
  return `${constant} = Method(${[quoted(name), quoted(verb), quoted(path), ...flags].join(", ")})`;
}

/** Resource names that are not the plural of their service's name. */
const RESOURCE_NAMES: Readonly<Record<string, string>> = {
  Query: "Queries",
  Platform: "Platform",
  Installation: "Installation",
};

const resourceName = ({ name }: DescService): string => {
  const noun = name.replace(/Service$/, "");
  return RESOURCE_NAMES[noun] ?? `${noun}s`;
};

interface Resource {
  readonly service: DescService;
  readonly calls: readonly Call[];
}

function resourceModule(resources: readonly Resource[], isAsync: boolean): string {
  const prefix = isAsync ? "Async" : "";
  const caller = isAsync ? "AsyncCaller" : "Caller";
  const classes = resources.map(({ service, calls }) => {
    const name = `${prefix}${resourceName(service)}Resource`;
    const base = service.name === "DocumentService" ? `(${prefix}DocumentWaiting)` : "";
    const methods = calls.map((call) => methodSource(call, isAsync)).join("\n");
    return `class ${name}${base}:\n    def __init__(self, client: ${caller}) -> None:\n        self._client = client\n\n${methods}`;
  });
  const members = resources.map(({ service }) => {
    const name = resourceName(service);
    return `        self.${name.toLowerCase()} = ${prefix}${name}Resource(client)`;
  });
  const whole = `class ${prefix}Resources:\n    def __init__(self, client: ${caller}) -> None:\n${members.join("\n")}`;
  const page = isAsync ? "from ._paging import AsyncPager" : "from ._paging import Page";
  const streams = isAsync ? "AsyncBytesStream, AsyncEventStream" : "BytesStream, EventStream";
  return [
    HEADING,
    "from __future__ import annotations",
    "from collections.abc import Mapping, Sequence\nfrom datetime import datetime\nfrom typing import TYPE_CHECKING, Any, Literal",
    `from . import _methods, models, params\n${page}\nfrom ._request import OMIT, ByteSource, FileInput, Omit, Progress, RequestOptions\nfrom ._streams import ${streams}\nfrom ._waiting import ${prefix}DocumentWaiting`,
    `if TYPE_CHECKING:\n    from typing_extensions import Unpack\n\n    from ._client import ${caller}`,
    ...classes,
    whole,
  ]
    .join("\n\n")
    .concat("\n");
}

const FILE_ARGUMENTS: Readonly<Record<"file" | "files" | "content", string>> = {
  file: "file: FileInput",
  files: "files: Sequence[FileInput]",
  content: "content: ByteSource",
};

/** Generates a method from one template for both kinds of clients. */
function methodSource(call: Call, isAsync: boolean): string {
  const { name, method, files, items } = call;
  const positional = call.arguments.filter(({ location }) => location === "path");
  // Names of the caller's own options are reserved.
  const named = call.arguments
    .filter(({ location }) => location !== "path")
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const parameters = [
    "self",
    ...positional.map((each) => `${each.name}: ${each.type}`),
    ...(files === undefined ? [] : [FILE_ARGUMENTS[files]]),
    ...(named.length > 0 || files ? ["*"] : []),
    ...named.map((each) =>
      each.isRequired ? `${each.name}: ${each.type}` : `${each.name}: ${each.type} | Omit = OMIT`,
    ),
    ...(files ? ["on_progress: Progress | None = None"] : []),
    "**options: Unpack[RequestOptions]",
  ];
  const model = `models.${method.output.name}`;
  const item = items && `models.${items.type}`;
  const [word, awaited] = isAsync ? ["async def", "await "] : ["def", ""];
  const kinds = {
    json: [word, model, awaited, "call", [model]],
    page: [
      "def",
      isAsync ? `AsyncPager[${model}, ${item}]` : `Page[${model}, ${item}]`,
      "",
      "page",
      [model, item ?? ""],
    ],
    events: ["def", isAsync ? `AsyncEventStream[${model}]` : `EventStream[${model}]`, "", "events", [model]],
    bytes: [word, isAsync ? "AsyncBytesStream" : "BytesStream", awaited, "stream", []],
  } as const;
  const [definition, result, wait, callee, classes] = kinds[call.answer];
  const location = (wanted: Argument["location"]) =>
    call.arguments.filter((each) => each.location === wanted).map((each) => `${quoted(each.wire)}: ${each.name}`);
  const sent = [
    ...(["path", "query", "header", "body"] as const).flatMap((wanted) => {
      const entries = location(wanted);
      const isEmptyBody = wanted === "body" && call.verb !== "GET" && hasJsonBody(call);
      return entries.length > 0 || isEmptyBody ? [`${wanted}={${entries.join(", ")}}`] : [];
    }),
    ...(files === "content" ? ["content=content"] : files ? [`${files}=${files === "file" ? "[file]" : "files"}`] : []),
    ...(files ? ["on_progress=on_progress"] : []),
    "options=options",
  ];
  return `    ${definition} ${name}(${parameters.join(", ")}) -> ${result}:
${docstring(
  call.description,
  named.map((each) => [each.name, each.description]),
  "        ",
)}
        return ${wait}self._client.${callee}(${[`_methods.${call.constant}`, ...classes, ...sent].join(", ")})
`;
}

const hasJsonBody = ({ method, files }: Call): boolean => files === undefined && getOption(method, http).body === "*";
