const count = new Intl.NumberFormat("en");

/** "1 document", "2,000 documents". */
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count.format(value)} ${value === 1 ? one : many}`;

/** Texts of the overview. */
export const overview = {
  title: "Overview",
  lead: "How the service is doing, right now.",
  loading: "Reading the state of the service",
  live: "Live",
  paused: "Reconnecting…",
  range: "Time range",
  ranges: { minutes: "5 minutes", hour: "1 hour" },
  slices: { minutes: "five seconds", hour: "a minute" },
  within: { minutes: "in the last 5 minutes", hour: "in the last hour" },

  limited: (names: readonly string[]) =>
    `Your key is limited to ${plural(names.length, "collection")} (${names.join(", ")}). The totals are of ` +
    `${names.length === 1 ? "it" : "these"}; traffic, queue over time and errors of the whole service are not shown.`,

  health: {
    title: "Health",
    allWell: "Everything is working",
    ill: (many: number) => (many === 1 ? "One dependency is not answering" : `${many} dependencies are not answering`),
    kinds: {
      database: "Database",
      files: "Files",
      redis: "Redis",
      vector_store: "Vector store",
      embedder: "Embedder",
      reranker: "Reranker",
    },
    names: { sqlite: "SQLite", mysql: "MySQL or MariaDB", folder: "Folder", s3: "S3 bucket", redis: "Queue and cache" },
    lost: "Last known state: the service is not answering",
    working: "Working",
    ready: "ready",
    needsKey: "no key",
    needsKeyHint: "Serves collections that bring a key of their own: the configuration gives it none.",
    failing: "Not answering",
    default: "default",
    checked: "Checked",
    askOperator: "The reason is shown to administrators.",
    advice: {
      database: "Nothing can be read or written until it is back. Check that it runs and that its disk is not full.",
      files:
        "Uploads and downloads fail until it is back. Check the folder's permissions and free space, or the bucket.",
      redis: "Progress and work for other processes may come late until it is back. Nothing is lost.",
      vector_store: "Searches of its collections fail until it is back; ingest waits and tries again.",
      embedder: "Documents of its collections wait until it is back; keyword search goes on.",
      reranker: "Searches answer without reranking until it is back, and say so.",
    },
  },

  totals: {
    collections: "Collections",
    documents: "Documents",
    chunks: "Chunks",
    tokens: (tokens: string) => `${tokens} tokens`,
    size: "Stored files",
    queue: "Queue",
    atRest: "nothing to do",
    seeAll: "See all",
    average: (size: string) => `${size} on average`,
    away: "The database is not answering, so nothing can be counted.",
    byStatus: "Documents by status",
    statuses: { ready: "Ready", processing: "Processing", pending: "Waiting", failed: "Failed" },
  },

  requests: {
    title: "Requests",
    scope: "of the process that answered this page",
    classes: { query: "Queries", upload: "Uploads", other: "Other" },
    summary: (many: number, within: string, busiest: number, slice: string) =>
      many === 0
        ? `No requests ${within}.`
        : `${plural(many, "request")} ${within}, at most ${count.format(busiest)} in ${slice}.`,
    empty: (within: string) => `No requests ${within}. They show here as they come.`,
    perMinute: (rate: string) => `${rate} a minute`,
    since: "Measured since",
  },

  latency: {
    title: "Query latency",
    scope: "of queries answered well, within 4 %",
    typical: (latency: string) => `${latency} median`,
    p50: "Median",
    p95: "95th percentile",
    p99: "99th percentile",
    short: { p50: "Median", p95: "95th", p99: "99th" },
    summary: (p50: string, p95: string, p99: string, within: string) =>
      `Half of the queries ${within} took at most ${p50}, 95 of 100 at most ${p95}, 99 of 100 at most ${p99}.`,
    empty: (within: string) => `No queries ${within}. Ask one in the search playground to see how long it takes.`,
  },

  ingest: {
    title: "Ingest",
    scope: "by all workers on this database",
    documents: "Documents",
    failures: "Failed",
    perMinute: (rate: string) => `${rate} documents a minute`,
    chunks: (rate: string) => `${rate} chunks a minute`,
    summary: (documents: string, chunks: string) =>
      `At the end ${documents} documents and ${chunks} chunks a minute were processed.`,
    empty: (within: string) => `No document was processed ${within}.`,
  },

  queue: {
    title: "Queue",
    scope: "documents, of all workers on this database",
    waiting: "Waiting",
    running: "Processing",
    now: (waiting: number, running: number) => `${count.format(waiting)} waiting, ${count.format(running)} in process`,
    summary: (waiting: number, running: number, most: number) =>
      `${plural(waiting, "document")} waiting and ${count.format(running)} in process now; at most ` +
      `${count.format(most)} waited.`,
    empty: (within: string) => `Nothing waited ${within}.`,
  },

  routes: {
    title: "By kind of request",
    scope: "answered by this process",
    kind: "Kind",
    count: "Requests",
    rate: "A minute",
    course: "Over time",
    refused: "Refused (4xx)",
    failed: "Failed (5xx)",
  },

  failedDocuments: {
    title: "Failed documents",
    empty: "No document has failed.",
    all: (many: number) => `${plural(many, "document")} failed; the latest uploads are shown.`,
    noReason: "No reason was recorded.",
  },

  failedRequests: {
    title: "Server errors",
    scope: "requests this process answered 5xx",
    empty: "No request has failed.",
    request: "Request",
    id: "Find it in the log by this id",
  },

  first: {
    title: "Three steps to your first answer",
    lead: "From a file to a search result that names its page takes about a minute.",
    done: "Done",
    lacks: { write: "This needs a key that may write.", admin: "This needs a key with the scope admin." },
    steps: [
      {
        title: "Create a collection",
        text: "A place for documents that belong together. The defaults work offline, with no key and no network.",
        action: "Create a collection",
        href: "/collections",
        needs: "admin",
      },
      {
        title: "Drop your files",
        text: "PDF, Office, HTML, Markdown, text or pictures. Each is cut into chunks that know their page and section.",
        action: "Open your collections",
        href: "/collections",
        needs: "write",
      },
      {
        title: "Search",
        text: "Ask in your own words, or for an exact part number, and copy the request as curl, TypeScript or Python.",
        action: "Open the search",
        href: "/search",
        needs: "read",
      },
    ] as const,
  },
};
