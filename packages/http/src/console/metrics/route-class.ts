/** Request classes that are measured separately, because their durations differ with the work. */
export const ROUTE_CLASSES = ["query", "upload", "other"] as const;

export type RouteClass = (typeof ROUTE_CLASSES)[number];

/** Prefix of the contract's mirror for the console. Its requests are classified like those of any client. */
const MIRROR = "/console/api";

const QUERY = /\/query$|^\/v1\/vector_stores\/[^/]+\/search$|\/quarry\.v1\.QueryService\//;
const UPLOAD =
  /\/documents$|^\/v1\/files$|^\/v1\/uploads\/[^/]+\/parts$|\/documents\/batch\/upload$|\/import$|\/UploadDocuments?$|\/BatchUploadDocuments$|\/Import\w*$/;
/** Streams that stay open as long as a client watches: their duration says nothing about the service. */
const STREAM = /\/progress$|\/Watch\w*$/;
const CONTRACT = /^\/(?:v1|quarry\.v1\.\w+)\//;

/** Returns the class of a request, or undefined if it is not measured: probes, pages, streams and unknown paths. */
export const classify = (method: string, route: string | undefined, path: string): RouteClass | undefined => {
  const target = route ?? (path.startsWith(MIRROR) ? path.slice(MIRROR.length) : path);
  if (!CONTRACT.test(target) || STREAM.test(target)) return undefined;
  if (method !== "POST") return "other";
  if (QUERY.test(target)) return "query";
  return UPLOAD.test(target) ? "upload" : "other";
};
