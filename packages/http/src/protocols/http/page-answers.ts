import type { IncomingMessage, ServerResponse } from "node:http";
import { failureBody } from "../../rpc/failure-body.ts";

/** Answers a request outside the contract with `{"detail": …, "code": …}`. */
export const refuse = (response: ServerResponse, status: number, detail: string): void => {
  response.writeHead(status, { "Content-Type": "application/json" }).end(failureBody(status, detail));
};

/** Whether the request has one of the methods; answers it with 405 otherwise. */
export const checkMethod = (
  methods: readonly string[],
  { method }: IncomingMessage,
  response: ServerResponse,
): boolean => {
  if (methods.includes(method!)) return true;
  const list = methods.join(", ");
  response.setHeader("Allow", list);
  refuse(response, 405, `Method not allowed: must be one of ${list}, got ${method}`);
  return false;
};

/** Methods of a page. */
export const PAGE_METHODS = ["GET", "HEAD"] as const;
