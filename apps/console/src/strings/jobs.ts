const count = new Intl.NumberFormat("en");

/** Formats a count with its noun: "1 job", "2,000 jobs". */
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count.format(value)} ${value === 1 ? one : many}`;

interface KindLabels {
  readonly label: string;
  readonly hint: string;
  /** Start of a job's name, before its collection. */
  readonly before: string;
}

/** Labels for kinds of jobs. A kind without a label is shown by the service's name. */
const KINDS: Readonly<Record<string, KindLabels>> = {
  ingest: { label: "Document", hint: "is read, chunked, embedded and stored", before: "Document of" },
  purge: { label: "Removal", hint: "of deleted or replaced data", before: "Removal from" },
  "index-change": { label: "Index change", hint: "to another model or store", before: "Change of the index of" },
  "index-retire": {
    label: "Old index",
    hint: "is dropped, a day after a change",
    before: "Removal of the previous index of",
  },
  fit: { label: "Training", hint: "an embedder is trained on a collection", before: "Training on" },
};

/** Texts of the page of jobs. */
export const jobs = {
  title: "Jobs",
  lead: "Failed jobs are retried automatically. Jobs that failed for good are listed here.",
  loading: "Loading jobs",
  paused: "Reconnecting…",
  live: "Live",

  counts: {
    failed: "Failed",
    failedDetail: "in the last 24 hours",
    failedNone: "none in the last 24 hours",
    running: "Running",
    stuck: (many: number) => `${plural(many, "looks", "look")} stuck`,
    noneStuck: "none looks stuck",
    toDo: "Queued",
    toDoDetail: (due: number, later: number) =>
      [due > 0 && `${count.format(due)} due`, later > 0 && `${count.format(later)} scheduled`]
        .filter(Boolean)
        .join(", ") || "queue is empty",
    done: "Done",
    doneDetail: "in the last 24 hours",
  },

  tabs: "Jobs by state",
  states: {
    failed: "Failed",
    stuck: "Stuck",
    waiting: "Scheduled",
    processing: "Running",
    queued: "Due",
    completed: "Done",
  },

  kind: "Kind of job",
  allKinds: "All kinds",
  kinds: KINDS,

  titleOf: (kind: string, place: string) => `${KINDS[kind]?.before ?? `${kind} of`} ${place}`,
  leftovers: (filename: string) => `Previous chunks of ${filename}`,
  deleted: (place: string) => `Deleted document of ${place}`,
  goneCollection: "a deleted collection",
  deletedDocument: (id: string) => `Document ${id}, deleted`,
  attempts: (attempts: number, most: number) => `attempt ${count.format(attempts)} of ${count.format(most)}`,
  neverTried: "not tried yet",
  took: (duration: string) => `took ${duration}`,
  failedAgo: "failed",
  doneAgo: "done",
  startedAgo: "started",
  dueAgo: "due",
  dueIn: "again",
  beginsIn: "starts",
  lastError: "Last error:",
  noReason: "No reason was recorded.",
  leaseOver:
    "Its worker stopped renewing the lease. The next free worker takes the job; if it stays here, no worker is running.",
  heldLong: (duration: string) =>
    `Running for ${duration}, far longer than usual for its kind. Its worker is alive: check its dependencies, such as ` +
    "the provider, the vector store or an unusual file.",
  copyId: "Copy the job id",

  requeue: "Retry",
  requeueOne: (name: string) => `Retry: ${name}`,
  requeued: (name: string) => `${name} was queued again`,
  notRequeued: "The job could not be retried",
  startAnew: "Start a new change",
  requeueAll: (many: number) => `Retry all ${count.format(many)}`,
  all: {
    title: (many: number) => `Retry ${plural(many, "job")}?`,
    text: "Documents are reprocessed; their current chunks stay searchable. Jobs that fail again return here.",
    confirm: "Retry",
    progress: (done: number, many: number) => `${count.format(done)} of ${count.format(many)}`,
    done: (many: number) => `${plural(many, "job")} queued again`,
    some: (failed: number, many: number) => `${count.format(failed)} of ${count.format(many)} could not be retried`,
  },

  empty: {
    failed: {
      title: "No failed jobs",
      text: "In the last 24 hours every job succeeded or is still running.",
    },
    stuck: {
      title: "No stuck jobs",
      text: "Every running job has a worker that reported in the last 30 seconds.",
    },
    waiting: {
      title: "No scheduled jobs",
      text: "Jobs that failed, for example because a provider was unavailable, wait here for their next attempt.",
    },
    processing: { title: "No running jobs", text: "Upload a document to see its job here." },
    queued: {
      title: "No jobs are due",
      text: "Jobs that wait for a free worker appear here, the longest waiting first.",
    },
    completed: { title: "No completed jobs", text: "Jobs of the last 24 hours appear here with their duration." },
  },
  emptyKind: (kind: string) => `There are no jobs of the kind ${kind}.`,
  showAllKinds: "Show all kinds",

  shown: (shown: number, total: number) => `${count.format(shown)} of ${count.format(total)} shown`,
  more: "Show more",
  most: "Only the first are listed; more appear when these are done.",
};
