import { getOption } from "@bufbuild/protobuf";
import * as contract from "@quarry/api";

/** Failures that an rpc may return only if it declares them itself; the others follow from its other declarations. */
const OWN = {
  not_found: "NOT_FOUND",
  already_exists: "ALREADY_EXISTS",
  conflict: "CONFLICT",
  outdated: "OUTDATED",
} as const;

interface Route {
  readonly verb: string;
  readonly path: RegExp;
  readonly literals: number;
  readonly name: string;
  readonly declared: readonly contract.ErrorCode[];
}

const ROUTES: readonly Route[] = Object.values(contract)
  .filter((value) => typeof value === "object" && "kind" in value && value.kind === "service")
  .flatMap((service) => service.methods)
  .flatMap((method) => {
    const rule = getOption(method, contract.http);
    const declared = getOption(method, contract.fails_with);
    return [rule, ...rule.additionalBindings].map(({ pattern }) => {
      const segments = String(pattern.value).split("/");
      const isVariable = (segment: string) => segment.startsWith("{");
      return {
        verb: String(pattern.case).toUpperCase(),
        path: new RegExp(`^${segments.map((segment) => (isVariable(segment) ? "[^/]+" : segment)).join("/")}$`),
        literals: segments.filter((segment) => !isVariable(segment)).length,
        name: method.name,
        declared,
      };
    });
  });

/** Throws on a failure that the rpc of the path does not declare in the contract. */
export const checkDeclared = (verb: string, path: string, body: unknown): void => {
  const { code, detail } = (body ?? {}) as { readonly code?: string; readonly detail?: string };
  if (code === undefined || !Object.hasOwn(OWN, code)) return;
  const { pathname } = new URL(path, "http://localhost");
  const [route] = ROUTES.filter((each) => each.verb === verb && each.path.test(pathname)).sort(
    (one, other) => other.literals - one.literals,
  );
  if (route === undefined || route.declared.includes(contract.ErrorCode[OWN[code as keyof typeof OWN]])) return;
  throw new Error(`${verb} ${path} failed with ${code}, which ${route.name} does not declare: ${detail}`);
};
