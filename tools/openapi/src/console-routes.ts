import { getOption } from "@bufbuild/protobuf";
import { http } from "@quarry/api";
import { SERVICES } from "./sample-document.ts";

/**
 * Generates the type of the console's calls: the routes with JSON requests and responses, with the client's type of
 * each.
 */
export const consoleRoutes = (): string => {
  const routes = SERVICES.flatMap((service) =>
    service.methods
      .filter(({ methodKind }) => methodKind === "unary")
      .flatMap((method) => {
        const rule = getOption(method, http);
        return [rule, ...rule.additionalBindings].map(({ pattern }) => {
          const route = `${String(pattern.case).toUpperCase()} ${String(pattern.value)}`;
          return `readonly ${JSON.stringify(route)}: contract.${service.name}Calls["${method.localName}"];`;
        });
      }),
  );
  return `import type * as contract from "@quarry/client/types";\n\nexport interface Routes {\n${routes.join("\n")}\n}\n`;
};
