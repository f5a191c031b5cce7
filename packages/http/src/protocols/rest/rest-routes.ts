import { getOption } from "@bufbuild/protobuf";
import {
  body_kind,
  BodyKind,
  http,
  type HttpRule,
  max_files,
  response_kind,
  ResponseKind,
  success_status,
} from "@quarry/api";
import type { MethodPlan } from "../call/method-plan.ts";
import { byteBodyAnswer } from "./byte-body-route.ts";
import { byteStreamAnswer } from "./byte-stream-route.ts";
import { downloadAnswer } from "./download-route.ts";
import { eventStreamAnswer, type EventStreamOptions } from "./event-stream-route.ts";
import type { Intake } from "../intake/intake.ts";
import { bodyReader, parameterReader } from "./request-reader.ts";
import type { RestRoute } from "./rest-route.ts";
import { type RouteTemplate, routeTemplate } from "./route-template.ts";
import { unaryAnswer } from "./unary-route.ts";
import { uploadAnswer } from "./upload-route.ts";

export interface RouteOptions extends EventStreamOptions {
  readonly intake: Intake;
  readonly maxUploadBytes: number;
}

/** Builds the REST routes of an rpc: one for its HTTP rule and one for each additional binding. */
export function restRoutes(plan: MethodPlan, options: RouteOptions): RestRoute[] {
  const rule = getOption(plan.method, http);
  if (rule.pattern.case === undefined) return [];
  return [rule, ...rule.additionalBindings].map((binding) => restRoute(plan, binding, options));
}

function restRoute(plan: MethodPlan, rule: HttpRule, options: RouteOptions): RestRoute {
  const { pattern } = rule;
  const name = `${plan.method.parent.typeName}.${plan.method.name}`;
  if (pattern.case === undefined || pattern.case === "custom") throw new Error(`${name}: needs a verb and a path`);
  if (rule.body !== "" && rule.body !== "*") throw new Error(`${name}: the body can only be "*"`);
  const template = routeTemplate(pattern.value, plan.method.input);
  const answer = answerOf(plan, rule.body === "*", template, options);
  return { verb: pattern.case.toUpperCase(), segments: template.segments, template: template.text, plan, answer };
}

function answerOf(
  plan: MethodPlan,
  hasBody: boolean,
  template: RouteTemplate,
  options: RouteOptions,
): RestRoute["answer"] {
  const { method } = plan;
  const status = getOption(method, success_status) || 200;
  if (getOption(method, body_kind) === BodyKind.MULTIPART) {
    const maxFiles = getOption(method, max_files) || 1;
    return uploadAnswer(plan, status, template, { maxFiles, maxUploadBytes: options.maxUploadBytes });
  }
  if (getOption(method, body_kind) === BodyKind.BYTES) return byteBodyAnswer(plan, status, template);
  const read = hasBody ? bodyReader(plan, template, options.intake) : parameterReader(method, template);
  switch (getOption(method, response_kind)) {
    case ResponseKind.BINARY:
      return downloadAnswer(plan, read);
    case ResponseKind.BYTE_STREAM:
      return byteStreamAnswer(plan, read);
    case ResponseKind.SSE:
      return eventStreamAnswer(plan, read, options);
    default:
      return unaryAnswer(plan, status, read);
  }
}
