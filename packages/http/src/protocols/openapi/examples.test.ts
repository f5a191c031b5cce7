import { type DescMessage, type DescMethod, getOption } from "@bufbuild/protobuf";
import * as api from "@quarry/api";
import { expect, test } from "vitest";
import { messageValidator } from "../call/message-validator.ts";
import { bodyDecoder } from "../json/message-decoder.ts";
import { pathVariables } from "./parameters.ts";
import { BODY_EXAMPLES, FIELD_EXAMPLES } from "./example-values.ts";

const methods: readonly DescMethod[] = Object.values(api).flatMap((exported) =>
  "kind" in exported && exported.kind === "service" ? exported.methods : [],
);

const messages: readonly DescMessage[] = Object.values(api).flatMap((exported) =>
  "kind" in exported && exported.kind === "message" ? [exported] : [],
);

test("every request with a JSON body has an example that can be decoded and is valid", () => {
  const taken = methods.flatMap((method) => {
    const { pattern, body } = getOption(method, api.http);
    const kind = getOption(method, api.body_kind);
    if (body === "" || kind === api.BodyKind.MULTIPART || kind === api.BodyKind.BYTES) return [];
    const template = String(pattern.value);
    const variables = pathVariables(template, method.input).map(({ name }) => name);
    const message = bodyDecoder(method.input, ...variables)(BODY_EXAMPLES[method.input.name]);
    messageValidator(method.input)?.(message);
    return [method.input.name];
  });
  expect(taken.sort()).toEqual(Object.keys(BODY_EXAMPLES).sort());
});

test("every field example belongs to an existing field", () => {
  const known = new Set(
    messages.flatMap((message) => message.fields.flatMap((field) => [field.name, `${message.name}.${field.name}`])),
  );
  const unknown = Object.keys(FIELD_EXAMPLES).filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
});
