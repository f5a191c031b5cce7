import { expect, test } from "vitest";
import { CALLS } from "./calls.ts";
import { routesOf } from "./index.ts";
import type { Services } from "./services.ts";

test("the documentation covers every route and no others", () => {
  // Routes are created without a call to any service.
  const routes = routesOf({} as Services, { modelAliases: {} });
  expect(routes.map(({ verb, path }) => `${verb} ${path}`).sort()).toEqual(Object.keys(CALLS).sort());
});
