import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { body_kind, BodyKind, http, required_scope, response_kind, ResponseKind, Scope } from "@quarry/api";
import { contractEnum } from "../../rpc/contract-enum.ts";
import type { BoundService } from "../../rpc/handler.ts";
import { fieldsOfPaths } from "../rest/route-template.ts";
import { commentOf, firstSentence } from "./comments.ts";
import { failuresOf } from "./failures.ts";
import { type JsonNode, type JsonValue, ref } from "./json-schema.ts";
import {
  DOWNLOAD_PARAMETERS,
  IDEMPOTENCY_KEY,
  pathParameter,
  pathVariables,
  queryStringParameters,
} from "./parameters.ts";
import { bytesBody, formBody, jsonBody } from "./request-body.ts";
import type { SchemaBook } from "./schema-book.ts";
import { creates, jsonResponse, successResponses } from "./successes.ts";

/** OpenAPI operation: one verb of one path. */
export interface Operation {
  readonly path: string;
  readonly verb: string;
  readonly node: JsonNode;
  /** Names of the shared failure responses that it refers to. */
  readonly failures: readonly string[];
}

/** Returns the operations of a service's rpcs. An rpc without a handler can return 501. */
export function operationsOf({ service, handlers }: BoundService, book: SchemaBook): Operation[] {
  return service.methods.flatMap((method) => {
    const rule = getOption(method, http);
    const isImplemented = handlers[method.localName] !== undefined;
    return [rule, ...rule.additionalBindings].flatMap(({ pattern, body }, index) => {
      if (pattern.case === undefined || pattern.case === "custom") return [];
      const binding = { verb: pattern.case, template: pattern.value, hasBody: body === "*", index };
      return [operation(method, binding, isImplemented, book)];
    });
  });
}

interface Binding {
  readonly verb: string;
  readonly template: string;
  readonly hasBody: boolean;
  /** 0 for the rpc's main path. */
  readonly index: number;
}

function operation(method: DescMethod, binding: Binding, isImplemented: boolean, book: SchemaBook): Operation {
  const failures = failuresOf({ method, hasBody: binding.hasBody, isImplemented });
  const node = {
    ...naming(method, binding),
    ...request(method, binding, book),
    responses: responses(method, failures, book),
    ...(getOption(method, required_scope) === Scope.NONE && { security: [] }),
  };
  const path = binding.template.replaceAll(/\{[a-z0-9_]+\.([a-z0-9_]+)\}/g, "{$1}");
  return { path, verb: binding.verb, node, failures: failures.map((failure) => failure.name) };
}

const { nameOf } = contractEnum(Scope);

/** Returns the last variable of an rpc's additional path in Pascal case: `by_external_id` as `ByExternalId`. */
const inPascalCase = (template: string): string =>
  (/\{([a-z0-9_]+)\}$/.exec(template)?.[1] ?? "again").replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

function naming(method: DescMethod, { index, template }: Binding): JsonNode {
  const comment = commentOf(method);
  const scope = nameOf(getOption(method, required_scope)) ?? "none";
  return {
    tags: [tagName(method.parent.name)],
    summary: firstSentence(comment),
    description:
      scope === "none" ? `${comment} Needs no token.` : `${comment} Needs a key with the scope \`${scope}\`.`,
    operationId: index === 0 ? method.localName : `${method.localName}${inPascalCase(template)}`,
  };
}

/** `CollectionService` is shown as `Collection`. */
export const tagName = (serviceName: string): string => serviceName.replace(/Service$/, "");

function request(method: DescMethod, binding: Binding, book: SchemaBook): JsonNode {
  const { input } = method;
  const variables = pathVariables(binding.template, input);
  const pathFields = fieldsOfPaths(method);
  const pathParameters = variables.map((variable) => pathParameter(variable, book));
  const kind = getOption(method, body_kind);
  if (kind === BodyKind.BYTES) {
    // Fields of the stream's header that are not in the path are in the query string.
    const header = input.fields.find((field) => pathFields.includes(field.name))!.message!;
    const inHeader = header.fields.filter((field) => !variables.some((variable) => variable.field === field));
    return { ...listed([...pathParameters, ...queryStringParameters(inHeader, book)]), requestBody: bytesBody() };
  }
  const isForm = kind === BodyKind.MULTIPART;
  if (binding.hasBody) {
    const requestBody = isForm ? formBody(method, book) : jsonBody(input, pathFields, book);
    return { ...listed([...pathParameters, ...(creates(method) ? [IDEMPOTENCY_KEY] : [])]), requestBody };
  }
  const inQuery = queryStringParameters(
    input.fields.filter((field) => !pathFields.includes(field.name)),
    book,
  );
  const isDownload = getOption(method, response_kind) === ResponseKind.BINARY;
  return listed([...pathParameters, ...inQuery, ...(isDownload ? DOWNLOAD_PARAMETERS : [])]);
}

const listed = (parameters: readonly JsonNode[]): JsonNode => (parameters.length === 0 ? {} : { parameters });

function responses(method: DescMethod, failures: ReturnType<typeof failuresOf>, book: SchemaBook): JsonNode {
  const nodes: Record<string, JsonValue> = { ...successResponses(method, book) };
  for (const { status, name } of failures) nodes[status] = ref("responses", name);
  if (method.name === "GetReadiness") nodes["503"] = degraded(method, book);
  return nodes;
}

/** Describes the only failure whose body is the normal answer; a server that is stopping returns a detail here too. */
function degraded(method: DescMethod, book: SchemaBook): JsonNode {
  const response = jsonResponse(method, book);
  const body = { schema: { anyOf: [book.response(method.output), ref("schemas", "Failure")] } };
  return { ...response, content: { "application/json": body } };
}
