import { type DescField, type DescMessage, type DescMethod, getOption, ScalarType } from "@bufbuild/protobuf";
import * as api from "@quarry/api";

const SERVICES = Object.values(api).flatMap((exported) =>
  "kind" in exported && exported.kind === "service" ? [exported] : [],
);

/** Returns the rpc with a name such as `CollectionService.CreateCollection`. */
export function methodOf(name: string): DescMethod {
  const [service, rpc] = name.split(".");
  const method = SERVICES.find((each) => each.name === service)?.methods.find((each) => each.name === rpc);
  if (method === undefined) throw new Error(`the contract has no rpc ${name}`);
  return method;
}

export type Json = { readonly [name: string]: unknown };

/** REST request: arguments that the path doesn't carry go into the query string or the body. */
export interface RestRequest {
  readonly verb: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Returns the main binding of an rpc, filled with arguments. */
export function restRequest(method: DescMethod, input: Json): RestRequest {
  const { pattern, body } = getOption(method, api.http);
  if (pattern.case === undefined || pattern.case === "custom") throw new Error(`${method.name}: has no REST binding`);
  const rest = { ...input };
  const path = pattern.value.replaceAll(/\{(?:[a-z0-9_]+\.)?([a-z0-9_]+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const verb = pattern.case.toUpperCase();
  if (body === "*") return { verb, path, query: {}, headers: { "content-type": "application/json" }, body: rest };
  const query = Object.entries(rest).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join() : String(value),
  ]);
  return { verb, path, query: Object.fromEntries(query) as Record<string, string>, headers: {} };
}

/** Converts arguments to Protobuf's JSON, which Connect uses. */
export function protoJson(message: DescMessage, json: unknown): unknown {
  if (getOption(message, api.json_list)) return { [message.fields[0]!.name]: json };
  if (getOption(message, api.json_boolean) && json === true) return {};
  if (message.typeName.startsWith("google.protobuf.")) return json;
  const entries = Object.entries(json as Json).map(([name, value]): [string, unknown] => {
    const field = message.fields.find((each) => each.name === name)!;
    const flag = getOption(field, api.null_flag);
    if (value === null && flag !== "") return [flag, true];
    return [
      name,
      field.fieldKind === "list"
        ? (value as unknown[]).map((item) => protoValue(field, item))
        : protoValue(field, value),
    ];
  });
  return Object.fromEntries(entries);
}

function protoValue(field: DescField, value: unknown): unknown {
  if (field.message !== undefined) return protoJson(field.message, value);
  if (field.enum !== undefined) {
    const { values, sharedPrefix = "" } = field.enum;
    const named = values.find(
      (each) => (getOption(each, api.json_value) || each.name.slice(sharedPrefix.length).toLowerCase()) === value,
    );
    return named!.name;
  }
  if (field.scalar === ScalarType.BYTES && getOption(field, api.float32_array)) {
    return Buffer.from(new Float32Array(value as number[]).buffer).toString("base64");
  }
  return value;
}
