import { readFileSync, writeFileSync } from "node:fs";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { printProto } from "./print-proto.ts";

const target = new URL("../../../proto/buf/validate/validate.proto", import.meta.url);

const HEADER = `// Printed by tools/print-proto from the descriptor in @bufbuild/protovalidate, which ships no source. Don't edit:
// run \`npm run proto:print\` after an update of the package.
// Copyright 2023-2026 Buf Technologies, Inc. Licensed under the Apache License, Version 2.0.
`;

/** Returns the source against which buf compiles our rules; at run time the package's own descriptor is used. */
function validateProto(): string {
  return HEADER + printProto(file_buf_validate_validate);
}

/** Whether the committed file matches the output for the installed package. */
export function validateProtoIsCurrent(): boolean {
  return readFileSync(target, "utf8") === validateProto();
}

if (import.meta.main) writeFileSync(target, validateProto());
