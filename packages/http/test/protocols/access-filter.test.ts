import { parseAccessFilter } from "@quarry/index";
import { type DescMethod, getOption } from "@bufbuild/protobuf";
import * as contract from "@quarry/api";

import { expect, test } from "vitest";
import { methodPlans } from "../../src/protocols/call/method-plan.ts";
import { bindService, checkAccessFilter, type Principal } from "../../src/rpc/handler.ts";

const methods: readonly DescMethod[] = Object.values(contract)
  .filter((value) => typeof value === "object" && "kind" in value && value.kind === "service")
  .flatMap((service) => service.methods as readonly DescMethod[]);

const bounded: Principal = {
  name: "key:bounded",
  scope: "admin",
  collections: undefined,
  accessFilter: parseAccessFilter({ acl: "user:7" }),
};

const careOf = (method: DescMethod) => getOption(method, contract.boundary);

test("every rpc of the contract declares how it respects the caller's filter", () => {
  expect(methods.length).toBeGreaterThan(40);
  expect(methods.filter((method) => careOf(method) === contract.Boundary.UNSPECIFIED).map(String)).toEqual([]);
});

test("a caller with a filter is rejected by an rpc that exceeds the filter or declares nothing", () => {
  for (const method of methods) {
    const [plan] = methodPlans({ ...bindService(method.parent, {}), service: { ...method.parent, methods: [method] } });
    const isKept = careOf(method) === contract.Boundary.KEPT || careOf(method) === contract.Boundary.UNTOUCHED;
    const check = () => plan!.checkCaller(bounded);
    if (isKept) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: "permission_denied" }));
    expect(() => plan!.checkCaller({ ...bounded, accessFilter: undefined })).not.toThrow();
  }
  expect(() => checkAccessFilter(bounded, contract.Boundary.UNSPECIFIED)).toThrow("a key without a filter");
});
