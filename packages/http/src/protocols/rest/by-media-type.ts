import { getOption } from "@bufbuild/protobuf";
import { body_kind, BodyKind } from "@quarry/api";
import type { HttpCall } from "../http/http-call.ts";
import type { RestRoute } from "./rest-route.ts";

/**
 * Merges two rpcs with the same verb and path, one for a form and one for JSON, into one route. The media type of the
 * body selects the rpc. Any body that is not declared as JSON goes to the form, as if it were the only one.
 */
export function routesByMediaType(routes: readonly RestRoute[]): RestRoute[] {
  const byPath = new Map<string, RestRoute>();
  for (const route of routes) {
    const pattern = `${route.verb} ${route.segments.map((segment) => segment ?? "{}").join("/")}`;
    const other = byPath.get(pattern);
    byPath.set(pattern, other === undefined ? route : mergeRoutes(other, route, pattern));
  }
  return [...byPath.values()];
}

function mergeRoutes(one: RestRoute, other: RestRoute, pattern: string): RestRoute {
  const [form, json] = isFormRoute(one) ? [one, other] : [other, one];
  if (!isFormRoute(form) || isFormRoute(json)) throw new Error(`${pattern}: declared twice`);
  if (form.plan.scope !== json.plan.scope) throw new Error(`${pattern}: its two rpcs need different scopes`);
  return { ...form, answer: (call, match) => (isJson(call) ? json : form).answer(call, match) };
}

const isFormRoute = ({ plan }: RestRoute): boolean => getOption(plan.method, body_kind) === BodyKind.MULTIPART;

const isJson = ({ request }: HttpCall): boolean =>
  request.headers["content-type"]?.split(";", 1)[0]!.trim().toLowerCase() === "application/json";
