const count = new Intl.NumberFormat("en");

/** Formats a count with its noun: "1 document", "2,000 documents". */
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count.format(value)} ${value === 1 ? one : many}`;

/** Texts of the overview. */
export const overview = {
  title: "Overview",
  lead: "Health, traffic and ingestion of the service.",
  loading: "Loading the overview",
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
    allWell: "All systems operational",
    ill: (many: number) => (many === 1 ? "One dependency is unavailable" : `${many} dependencies are unavailable`),
    kinds: {
      database: "Database",
      files: "Files",
      redis: "Redis",
      vector_store: "Vector store",
      embedder: "Embedder",
      reranker: "Reranker",
    },
    names: { sqlite: "SQLite", mysql: "MySQL or MariaDB", folder: "Folder", s3: "S3 bucket", redis: "Queue and cache" },
    lost: "Last known state: the service can't be reached",
    working: "Working",
    ready: "ready",
    needsKey: "no key",
    needsKeyHint: "No key is configured: it serves collections with a key of their own.",
    failing: "Unavailable",
    default: "default",
    checked: "Checked",
    askOperator: "The reason is shown to administrators.",
    advice: {
      database: "Nothing can be read or written until it is back. Check that it runs and that its disk is not full.",
      files:
        "Uploads and downloads fail until it is back. Check the folder's permissions and free space, or the bucket.",
      redis: "Progress and jobs of other processes may be delayed until it is back. Nothing is lost.",
      vector_store: "Searches of its collections fail until it is back; ingestion waits and retries.",
      embedder: "Documents of its collections wait until it is back; keyword search still works.",
      reranker: "Results are not reranked until it is back, and responses say so.",
    },
  },

  totals: {
    collections: "Collections",
    documents: "Documents",
    chunks: "Chunks",
    tokens: (tokens: string) => `${tokens} tokens`,
    size: "Stored files",
    queue: "Queue",
    atRest: "idle",
    seeAll: "See all",
    average: (size: string) => `${size} on average`,
    away: "The database is unavailable, so there are no counts.",
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
        : `${plural(many, "request")} ${within}, peak ${count.format(busiest)} in ${slice}.`,
    empty: (within: string) => `No requests ${within}.`,
    perMinute: (rate: string) => `${rate} a minute`,
    since: "Measured since",
  },

  latency: {
    title: "Query latency",
    scope: "of successful queries, within 4 %",
    typical: (latency: string) => `${latency} median`,
    p50: "Median",
    p95: "95th percentile",
    p99: "99th percentile",
    short: { p50: "Median", p95: "95th", p99: "99th" },
    summary: (p50: string, p95: string, p99: string, within: string) =>
      `Half of the queries ${within} took at most ${p50}, 95 of 100 at most ${p95}, 99 of 100 at most ${p99}.`,
    empty: (within: string) => `No queries ${within}. Run one on the search page.`,
  },

  ingest: {
    title: "Ingestion",
    scope: "by all workers on this database",
    documents: "Documents",
    failures: "Failed",
    perMinute: (rate: string) => `${rate} documents a minute`,
    chunks: (rate: string) => `${rate} chunks a minute`,
    summary: (documents: string, chunks: string) =>
      `Latest rate: ${documents} documents and ${chunks} chunks per minute.`,
    empty: (within: string) => `No documents were processed ${within}.`,
  },

  queue: {
    title: "Queue",
    scope: "documents, of all workers on this database",
    waiting: "Waiting",
    running: "Processing",
    now: (waiting: number, running: number) => `${count.format(waiting)} waiting, ${count.format(running)} processing`,
    summary: (waiting: number, running: number, most: number) =>
      `${plural(waiting, "document")} waiting and ${count.format(running)} processing now; peak ` +
      `${count.format(most)} waiting.`,
    empty: (within: string) => `The queue was empty ${within}.`,
  },

  routes: {
    title: "Requests by route",
    scope: "served by this process",
    kind: "Route",
    count: "Requests",
    rate: "Per minute",
    course: "Over time",
    refused: "Client errors (4xx)",
    failed: "Server errors (5xx)",
  },

  failedDocuments: {
    title: "Failed documents",
    empty: "No failed documents.",
    all: (many: number) => `${plural(many, "document")} failed; the latest uploads are shown.`,
    noReason: "No reason was recorded.",
  },

  failedRequests: {
    title: "Server errors",
    scope: "5xx responses of this process",
    empty: "No server errors.",
    request: "Request",
    id: "Request id in the log",
  },

  first: {
    title: "Three steps to your first answer",
    lead: "From a file to a search result with its page in about a minute.",
    done: "Done",
    lacks: { write: "This needs a key with write access.", admin: "This needs an admin key." },
    steps: [
      {
        title: "Create a collection",
        text: "A group of documents. The defaults work offline, without API key or network.",
        action: "Create a collection",
        href: "/collections",
        needs: "admin",
      },
      {
        title: "Add files",
        text: "PDF, Office, HTML, Markdown, text or images. Each is split into chunks with page and section.",
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
