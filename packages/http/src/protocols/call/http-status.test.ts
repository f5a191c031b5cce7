import { Code } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { connectCode } from "../connect/connect-code.ts";
import { httpStatus } from "./http-status.ts";

test("every error code has one HTTP status and one Connect code", () => {
  const codes = [
    ["invalid_argument", 400, Code.InvalidArgument],
    ["unauthenticated", 401, Code.Unauthenticated],
    ["permission_denied", 403, Code.PermissionDenied],
    ["not_found", 404, Code.NotFound],
    ["already_exists", 409, Code.AlreadyExists],
    ["conflict", 409, Code.FailedPrecondition],
    ["too_large", 413, Code.ResourceExhausted],
    ["out_of_range", 416, Code.OutOfRange],
    ["resource_exhausted", 429, Code.ResourceExhausted],
    ["plugin_fault", 500, Code.Internal],
    ["internal", 500, Code.Internal],
    ["unimplemented", 501, Code.Unimplemented],
    ["unavailable", 503, Code.Unavailable],
  ] as const;
  for (const [code, status, connect] of codes) expect([httpStatus(code), connectCode(code)]).toEqual([status, connect]);
});
