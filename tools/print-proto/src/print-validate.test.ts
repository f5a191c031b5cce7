import { expect, test } from "vitest";
import { validateProtoIsCurrent } from "./print-validate.ts";

test("the committed validate.proto is what the installed @bufbuild/protovalidate describes", () => {
  expect(validateProtoIsCurrent()).toBe(true);
});
