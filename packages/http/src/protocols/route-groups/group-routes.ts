import { callerCheck, type Charge } from "../call/method-plan.ts";
import { addHeaders } from "../http/answer.ts";
import { attachment } from "../http/content-disposition.ts";
import { CallerDisconnected, type HttpCall } from "../http/http-call.ts";
import { writeChunk } from "../http/write-chunk.ts";
import type { Intake } from "../intake/intake.ts";
import { valueSegments } from "../json/value-segments.ts";
import { answerInSegments } from "../rest/long-answer.ts";
import type { ServedRoute } from "../rest/rest-route.ts";
import { GroupRequest } from "./group-request.ts";
import type { BytesAnswer, GroupRoute, RouteGroup } from "./route-group.ts";

export interface GroupOptions {
  readonly intake: Intake;
  /** Charge function of the server; a group with its own authenticator uses that one's. */
  readonly charge: Charge | undefined;
}

/** Builds the routes of a group in the form of the server's own. */
export function groupRoutes(group: RouteGroup, { intake, charge }: GroupOptions): ServedRoute[] {
  const { authenticator } = group;
  const charged = authenticator === undefined ? charge : authenticator.charge?.bind(authenticator);
  return group.routes.map((route) => servedRoute(route, group, intake, charged));
}

/** Returns a function that finds the group of a path, by the groups' paths and prefixes. */
export function groupsByPath(groups: readonly RouteGroup[]): (path: string) => RouteGroup | undefined {
  const owned = groups.flatMap((group) => group.prefixes.map((prefix) => ({ prefix, below: `${prefix}/`, group })));
  const single = new Map(groups.flatMap((group) => (group.paths ?? []).map((path) => [path, group])));
  return (path) =>
    single.get(path) ?? owned.find(({ prefix, below }) => path === prefix || path.startsWith(below))?.group;
}

const VARIABLE = /^\{([a-z0-9_]+)\}$/;

function servedRoute(
  route: GroupRoute,
  { authenticator }: RouteGroup,
  intake: Intake,
  charge: Charge | undefined,
): ServedRoute {
  const parts = route.path.split("/").slice(1);
  const names = parts.flatMap((part) => VARIABLE.exec(part)?.[1] ?? []);
  return {
    verb: route.verb,
    segments: parts.map((part) => (VARIABLE.test(part) ? undefined : part)),
    template: route.path,
    authenticator,
    plan: { scope: route.scope, checkCaller: callerCheck(route.scope, route.boundary) },
    answer: async (call, match) => {
      const values = Object.fromEntries(names.map((name, index) => [name, match.values[index]!]));
      const request = new GroupRequest(call, { values, query: match.query }, intake, charge);
      try {
        const answer = await route.answer(request);
        if ("bytes" in answer) return await sendBytes(call, answer);
        await answerInSegments(call, answer.status ?? 200, valueSegments(answer.json));
      } finally {
        request.end();
      }
    },
  };
}

/** Sends the head with the first bytes, so that a failure to open the file still gets its proper status. */
async function sendBytes(call: HttpCall, { bytes, size, mediaType, filename }: BytesAnswer): Promise<void> {
  const { response } = call;
  const head = ["X-Request-Id", call.requestId, "Content-Type", mediaType, "Content-Length", String(size)];
  // The bytes come from any caller who may upload: a browser must not treat them as a page of this site.
  head.push(
    "Content-Disposition",
    attachment(filename),
    "X-Content-Type-Options",
    "nosniff",
    "Cache-Control",
    "no-store",
  );
  addHeaders(head, call.addedHeaders);
  if (!call.isHead) {
    for await (const chunk of bytes) {
      if (!response.headersSent) response.writeHead(200, head);
      if (!(await writeChunk(response, chunk))) throw new CallerDisconnected();
    }
  }
  if (!response.headersSent) response.writeHead(200, head);
  response.end();
}
