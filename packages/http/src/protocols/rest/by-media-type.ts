import { getOption } from "@bufbuild/protobuf";
import { body_kind, BodyKind } from "@quarry/api";
import type { HttpCall } from "../http/http-call.ts";
import type { RestRoute } from "./rest-route.ts";

/**
 * Where one verb and path has an rpc that takes a form and one that takes JSON, one route for both: the media type of the
 * body says which rpc is meant. Whatever is not said to be JSON goes to the form, as if it were alone.
 */
export function routesByMediaType(routes: readonly RestRoute[]): RestRoute[] {
  const byPath = new Map<string, RestRoute>();
  for (const route of routes) {
    const pattern = `${route.verb} ${route.segments.map((segment) => segment ?? "{}").join("/")}`;
    const other = byPath.get(pattern);
    byPath.set(pattern, other === undefined ? route : eitherOf(other, route, pattern));
  }
  return [...byPath.values()];
}

function eitherOf(one: RestRoute, other: RestRoute, pattern: string): RestRoute {
  const [form, json] = takesForm(one) ? [one, other] : [other, one];
  if (!takesForm(form) || takesForm(json)) throw new Error(`${pattern}: declared twice`);
  if (form.plan.scope !== json.plan.scope) throw new Error(`${pattern}: its two rpcs need different scopes`);
  return { ...form, answer: (call, match) => (isJson(call) ? json : form).answer(call, match) };
}

const takesForm = ({ plan }: RestRoute): boolean => getOption(plan.method, body_kind) === BodyKind.MULTIPART;

const isJson = ({ request }: HttpCall): boolean =>
  request.headers["content-type"]?.split(";", 1)[0]!.trim().toLowerCase() === "application/json";
