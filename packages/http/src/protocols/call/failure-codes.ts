import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { ErrorCode as DeclaredCode, fails_with } from "@quarry/api";
import type { ErrorCode } from "@quarry/plugin/domain";
import { contractEnum } from "../../rpc/contract-enum.ts";

const { nameOf } = contractEnum(DeclaredCode);

/** Returns the specific error codes that an rpc declares. Throws on a value that is not an error code. */
export const failureCodesOf = (method: DescMethod): readonly ErrorCode[] =>
  getOption(method, fails_with).map((code) => {
    const name = nameOf(code);
    if (name === undefined) throw new Error(`${method.toString()}: fails_with has no error code ${code}`);
    return name;
  });
