import { create, type DescMethod, type Message } from "@bufbuild/protobuf";
import type { MethodPlan } from "../call/method-plan.ts";
import type { HttpCall } from "../http/http-call.ts";
import { checkUnpacked, readBody } from "../http/read-body.ts";
import type { Intake } from "../intake/intake.ts";
import { maxJsonValues } from "../json/json-shape.ts";
import { ignoredParameters, queryDecoder } from "../json/query-decoder.ts";
import { ignoredHeaderOf, reportIgnored } from "../unknown-fields/unknown-fields.ts";
import { ArrivingBody } from "../large-bodies/arriving-body.ts";
import { BodyPlan } from "../large-bodies/body-plan.ts";
import type { PathMatch, RequestReader } from "./rest-route.ts";
import { fieldsOfPaths, type RouteTemplate } from "./route-template.ts";

/** Reads requests whose message is the JSON body. */
export function bodyReader(method: MethodPlan, template: RouteTemplate, intake: Intake): RequestReader {
  const { input } = method.method;
  const limitBytes = intake.limitOf(method);
  const maxValues = maxJsonValues(limitBytes);
  const pathFields = fieldsOfPaths(method.method);
  const plan = new BodyPlan(input, pathFields, maxValues);
  const names = input.fields.map(({ name }) => name);
  const large = intake.large({ typeName: input.typeName, format: "rest", pathFields, maxValues });
  return async (call, match) => {
    checkUnpacked(call);
    const receipt = intake.budget.open(call.principal?.name);
    try {
      const body = await readBody(call, { limitBytes, receipt, large });
      const message = body instanceof Uint8Array ? decodeBody(plan, body) : await body.decode();
      reportIgnored(call, ignoredHeaderOf(message));
      if (match.query !== "") reportIgnored(call, ignoredParameters(match.query, names));
      template.bind(message, match.values);
      return message;
    } finally {
      receipt.release();
    }
  };
}

/** Minimum size of a body that is scanned for vectors: in smaller ones the scan costs more than parsing the numbers. */
const SCAN_FROM_BYTES = 2_048;

const decodeBody = (plan: BodyPlan, bytes: Uint8Array): Message =>
  plan.lists.length === 0 || bytes.byteLength < SCAN_FROM_BYTES
    ? plan.decodeWhole(bytes)
    : new ArrivingBody(plan, bytes).decode(bytes.byteLength);

/** Reads requests without a body: all fields that the path does not contain are in the query string. */
export function parameterReader(method: DescMethod, template: RouteTemplate): RequestReader {
  const { input } = method;
  const pathFields = fieldsOfPaths(method);
  const fields = input.fields.filter((field) => !pathFields.includes(field.name));
  const decodeQuery = queryDecoder(fields);
  return (call: HttpCall, match: PathMatch) => {
    const message = create(input);
    if (match.query !== "") {
      reportIgnored(call, decodeQuery(match.query, message as unknown as Record<string, unknown>));
    }
    template.bind(message, match.values);
    return message;
  };
}
