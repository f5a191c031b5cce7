import { failureBody, type PageHandler } from "@quarry/http/protocols";

export interface FrontDoorOptions {
  /** Whether the service has its console. */
  readonly hasConsole: boolean;
}

/**
 * Answers at `/`, which is no part of the contract: a browser is led to the console, or where there is none to the API's
 * reference; a program is told that nothing is there, and where to go.
 */
export const frontDoor = ({ hasConsole }: FrontDoorOptions): PageHandler => {
  const page = hasConsole ? "console" : "docs";
  const addresses = [
    ...(hasConsole ? ["the console is at /console"] : []),
    "the API's reference is at /docs, and as OpenAPI at /openapi.json",
  ];
  const body = failureBody(404, `Not found: there is nothing at /; ${addresses.join("; ")}`);
  return (request, response) => {
    const { method, url = "", headers } = request;
    if (url.split("?", 1)[0] !== "/" || (method !== "GET" && method !== "HEAD")) return false;
    response.setHeader("Vary", "Accept");
    if (headers.accept?.includes("text/html") === true) {
      // Relative, so that it also works behind a proxy that puts a prefix in front.
      response.writeHead(302, { Location: `./${page}`, "Content-Length": 0 }).end();
      return true;
    }
    const fields = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    response.writeHead(404, fields).end(method === "HEAD" ? undefined : body);
    return true;
  };
};
