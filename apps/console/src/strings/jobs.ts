const count = new Intl.NumberFormat("en");

/** "1 job", "2,000 jobs". */
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count.format(value)} ${value === 1 ? one : many}`;

interface KindWords {
  readonly label: string;
  readonly hint: string;
  /** Beginning of a job's name, before its collection. */
  readonly before: string;
}

/** Words for kinds of jobs; one without is called as the service calls it. */
const KINDS: Readonly<Record<string, KindWords>> = {
  ingest: { label: "Document", hint: "is read, chunked, embedded and stored", before: "Document of" },
  purge: { label: "Removal", hint: "of what was deleted or replaced", before: "Removal from" },
  "index-change": { label: "Index change", hint: "to another model or store", before: "Change of the index of" },
  "index-retire": {
    label: "Old index",
    hint: "is dropped, a day after a change",
    before: "End of the former index of",
  },
  fit: { label: "Learning", hint: "an embedder learns from a collection", before: "Learning from" },
};

/** Texts of the page of jobs. */
export const jobs = {
  title: "Jobs",
  lead: "What goes wrong is tried again by itself. What was given up waits here for you.",
  loading: "Reading the jobs",
  paused: "Reconnecting…",
  live: "Live",

  counts: {
    failed: "Failed",
    failedDetail: "given up in the last 24 hours",
    failedNone: "none in the last 24 hours",
    running: "Running",
    stuck: (many: number) => `${plural(many, "looks", "look")} stuck`,
    noneStuck: "none looks stuck",
    toDo: "To do",
    toDoDetail: (due: number, later: number) =>
      [due > 0 && `${count.format(due)} due`, later > 0 && `${count.format(later)} for later`]
        .filter(Boolean)
        .join(", ") || "nothing waits",
    done: "Done",
    doneDetail: "in the last 24 hours",
  },

  tabs: "Jobs by state",
  states: {
    failed: "Failed",
    stuck: "Stuck",
    waiting: "Waiting",
    processing: "Running",
    queued: "Due",
    completed: "Done",
  },

  kind: "Kind of job",
  allKinds: "All kinds",
  kinds: KINDS,

  titleOf: (kind: string, place: string) => `${KINDS[kind]?.before ?? `${kind} of`} ${place}`,
  leftovers: (filename: string) => `Former chunks of ${filename}`,
  deleted: (place: string) => `Deleted document of ${place}`,
  goneCollection: "a deleted collection",
  deletedDocument: (id: string) => `Document ${id}, deleted`,
  attempts: (attempts: number, most: number) => `attempt ${count.format(attempts)} of ${count.format(most)}`,
  neverTried: "not tried yet",
  took: (duration: string) => `took ${duration}`,
  failedAgo: "failed",
  doneAgo: "done",
  startedAgo: "began",
  dueAgo: "due",
  dueIn: "again",
  beginsIn: "begins",
  lastError: "The last attempt:",
  noReason: "No reason was recorded.",
  leaseOver:
    "Its worker has not been heard of since its lease ran out. The next free worker takes it; if it stays, no worker runs.",
  heldLong: (duration: string) =>
    `Held for ${duration}, far longer than is usual for its kind. Its worker is alive: look at what it waits for, such as ` +
    "the provider, the vector store or an unusual file.",
  copyId: "Copy the job's id",

  requeue: "Run again",
  requeueOne: (name: string) => `Run again: ${name}`,
  requeued: (name: string) => `${name} runs again`,
  notRequeued: "It was not run again",
  startAnew: "Start a new change",
  requeueAll: (many: number) => `Run all ${count.format(many)} again`,
  all: {
    title: (many: number) => `Run ${plural(many, "job")} again?`,
    text: "Documents are processed anew and are pending until then; what is searchable stays so. What fails again comes back here.",
    confirm: "Run them again",
    progress: (done: number, many: number) => `${count.format(done)} of ${count.format(many)}`,
    done: (many: number) => `${plural(many, "job")} ${many === 1 ? "runs" : "run"} again`,
    some: (failed: number, many: number) => `${count.format(failed)} of ${count.format(many)} were not run again`,
  },

  empty: {
    failed: {
      title: "Nothing failed",
      text: "In the last 24 hours every job came to a good end, or is still at it.",
    },
    stuck: {
      title: "Nothing is stuck",
      text: "Every running job has a worker that was heard of in the last 30 seconds.",
    },
    waiting: {
      title: "Nothing waits for its time",
      text: "Work that could not be done, because a provider was away for instance, waits here for its next attempt.",
    },
    processing: { title: "Nothing runs", text: "Upload a document, and its processing shows here while it lasts." },
    queued: {
      title: "Nothing is due",
      text: "Work that no worker is free for would stand here, the longest waiting first.",
    },
    completed: { title: "Nothing was done yet", text: "Jobs of the last 24 hours show here with how long they took." },
  },
  emptyKind: (kind: string) => `There are none of the kind ${kind}.`,
  showAllKinds: "Show all kinds",

  shown: (shown: number, total: number) => `${count.format(shown)} of ${count.format(total)} shown`,
  more: "Show more",
  most: "These are the first; more appear as they are dealt with.",
};
