/** Kinds of requests that are measured apart, because they take as long as what they do. */
export const ROUTE_CLASSES = ["query", "upload", "other"] as const;

export type RouteClass = (typeof ROUTE_CLASSES)[number];

/** The contract mirrored for the console: what it asks for is what any client could ask for. */
const MIRROR = "/console/api";

const QUERY = /\/query$|^\/v1\/vector_stores\/[^/]+\/search$|\/quarry\.v1\.QueryService\//;
const UPLOAD =
  /\/documents$|^\/v1\/files$|^\/v1\/uploads\/[^/]+\/parts$|\/documents\/batch\/upload$|\/import$|\/UploadDocuments?$|\/BatchUploadDocuments$|\/Import\w*$/;
/** Open for as long as somebody watches: their length says nothing of the service. */
const STREAM = /\/progress$|\/Watch\w*$/;
const CONTRACT = /^\/(?:v1|quarry\.v1\.\w+)\//;

/** Undefined for what is not measured: probes, pages, streams, and paths that are nobody's. */
export const classify = (method: string, route: string | undefined, path: string): RouteClass | undefined => {
  const target = route ?? (path.startsWith(MIRROR) ? path.slice(MIRROR.length) : path);
  if (!CONTRACT.test(target) || STREAM.test(target)) return undefined;
  if (method !== "POST") return "other";
  if (QUERY.test(target)) return "query";
  return UPLOAD.test(target) ? "upload" : "other";
};
