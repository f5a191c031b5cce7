// Serves the contract over HTTP: REST, gRPC and Connect on one port, and the pages that describe it.
export { HttpServer, type HttpServerOptions, type RequestSummary, type ServeAs } from "./server/http-server.ts";
export type { BytesAnswer, GroupAnswer, GroupRoute, RouteGroup } from "./route-groups/route-group.ts";
export type { FailureWriter, ReportedFailure } from "./call/failure-writer.ts";
export type { GroupRequest } from "./route-groups/group-request.ts";
export type { FormFile, MultipartReader } from "./http/multipart-reader.ts";
export { DecodingThread } from "./large-bodies/decoding-thread.ts";
export type { ErrorListener } from "./call/failure.ts";
export { apiDocumentation, type PageHandler } from "./openapi/pages/api-documentation.ts";
export { openApiDocument } from "./openapi/document.ts";
export { makePage, type Page, sendPage } from "./openapi/pages/page.ts";
// Symbols above serve a server's main program; symbols below serve code that uses parts of it elsewhere.
export { isRequired } from "./openapi/field-rules.ts";
export { isAlwaysPresent } from "./openapi/schema-book.ts";
export { messageEncoder } from "./json/message-encoder.ts";
export { type FailureCode, failureBody, HTTP_CODES } from "../rpc/failure-body.ts";
export { httpStatus } from "./call/http-status.ts";
export { connectCode } from "./connect/connect-code.ts";
export { Addresses } from "./server/addresses.ts";
export { BadKeys } from "./server/bad-keys.ts";
