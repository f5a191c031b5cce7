import { failureBody, type PageHandler } from "@quarry/http/protocols";

export interface FrontDoorOptions {
  /** Whether the service has its console. */
  readonly hasConsole: boolean;
}

/**
 * Answers at `/`, which is not part of the contract. Redirects a browser to the console, or to the API reference if
 * there is no console. Tells a program that nothing is here, and where to go.
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
      // A relative URL also works behind a proxy that adds a path prefix.
      response.writeHead(302, { Location: `./${page}`, "Content-Length": 0 }).end();
      return true;
    }
    const fields = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    response.writeHead(404, fields).end(method === "HEAD" ? undefined : body);
    return true;
  };
};
