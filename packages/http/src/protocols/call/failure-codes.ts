import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { ErrorCode as DeclaredCode, fails_with } from "@quarry/api";
import type { ErrorCode } from "@quarry/plugin/domain";
import { namesOf } from "../../rpc/names-of.ts";

/** Error codes as the contract declares them. */
const DECLARED: Readonly<Record<ErrorCode, DeclaredCode>> = {
  invalid_argument: DeclaredCode.INVALID_ARGUMENT,
  unauthenticated: DeclaredCode.UNAUTHENTICATED,
  permission_denied: DeclaredCode.PERMISSION_DENIED,
  not_found: DeclaredCode.NOT_FOUND,
  already_exists: DeclaredCode.ALREADY_EXISTS,
  conflict: DeclaredCode.CONFLICT,
  outdated: DeclaredCode.OUTDATED,
  too_large: DeclaredCode.TOO_LARGE,
  out_of_range: DeclaredCode.OUT_OF_RANGE,
  resource_exhausted: DeclaredCode.RESOURCE_EXHAUSTED,
  unavailable: DeclaredCode.UNAVAILABLE,
  unimplemented: DeclaredCode.UNIMPLEMENTED,
  plugin_fault: DeclaredCode.PLUGIN_FAULT,
  internal: DeclaredCode.INTERNAL,
};

const NAMES = namesOf(DECLARED);

/** Returns the specific error codes that an rpc declares. Throws on a value that is not an error code. */
export const failureCodesOf = (method: DescMethod): readonly ErrorCode[] =>
  getOption(method, fails_with).map((code) => {
    const name = NAMES[code];
    if (name === undefined) throw new Error(`${method.toString()}: fails_with has no error code ${code}`);
    return name;
  });
