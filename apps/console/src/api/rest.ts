import type * as contract from "@quarry/client/types";
import { ApiError } from "./api-error.ts";
import type { Routes } from "./routes.gen.ts";

export type { contract };

/** Base path of the contract's routes that accept the session's key instead of a token. */
export const API_BASE = "/console/api";

/** Names with an underscore before a digit, which can't be derived from camelCase. */
interface WithDigits {
  readonly period24h: "period_24h";
  readonly period7d: "period_7d";
  readonly period30d: "period_30d";
}

type SnakeCase<Name> = Name extends keyof WithDigits
  ? WithDigits[Name]
  : Name extends `${infer First}${infer Rest}`
    ? `${First extends Uncapitalize<First> ? First : `_${Uncapitalize<First>}`}${SnakeCase<Rest>}`
    : Name;

/** Message of the contract as JSON: the client's type in snake case. Metadata and filters keep their own names. */
export type Message<Type> = Type extends Date | Float32Array | Uint8Array
  ? never
  : Type extends readonly (infer Item)[]
    ? readonly Message<Item>[]
    : Type extends object
      ? string extends keyof Type
        ? Readonly<Record<string, unknown>>
        : { readonly [Key in keyof Type as SnakeCase<Key>]: Message<Type[Key]> }
      : Type;

/** Request without the fields that are in the path of a collection or document. */
export type Body<Type> = Omit<Message<Type>, "collection_name" | "document_id">;

type Route = keyof Routes;
type Request<Of extends Route> = Message<Parameters<Routes[Of]>[0]>;
type Answer<Of extends Route> = Message<Awaited<ReturnType<Routes[Of]>>>;

/** Calls a route of the contract. Rejects with an `ApiError` for every status other than success. */
export const call = async <Of extends Route>(
  route: Of,
  request: Request<Of>,
  signal?: AbortSignal,
): Promise<Answer<Of>> => (await callWithHeaders(route, request, signal)).answer;

export const callWithHeaders = async <Of extends Route>(
  route: Of,
  request: Request<Of>,
  signal?: AbortSignal,
): Promise<{ readonly answer: Answer<Of>; readonly headers: Headers }> => {
  const [method, template] = route.split(" ") as [string, string];
  const fields = new Map<string, unknown>(Object.entries(request).filter(([, value]) => value !== undefined));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const hasBody = method !== "GET" && method !== "DELETE" && fields.size > 0;
  const response = await fetch(API_BASE + path + (hasBody ? "" : queryOf(fields)), {
    method,
    signal: signal ?? null,
    ...(hasBody && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(fields)),
    }),
  });
  if (!response.ok) throw ApiError.ofResponse(response, await response.json().catch(() => undefined));
  return { answer: (await response.json()) as Answer<Of>, headers: response.headers };
};

const queryOf = (fields: ReadonlyMap<string, unknown>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of fields) query.append(name, String(value));
  return query.size === 0 ? "" : `?${query.toString()}`;
};
