import { fileTypeNames } from "./file-types.ts";

const number = new Intl.NumberFormat("en");

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

export const documents = {
  countOf: (count: number) => counted(count, "document"),
  list: "Documents",
  statuses: { ready: "Ready", processing: "Processing", pending: "Waiting", failed: "Failed" },
  filters: { all: "All", ready: "Ready", processing: "Processing", pending: "Waiting", failed: "Failed" },
  filter: "Show",
  chunks: (count: number) => counted(count, "chunk"),
  attachment: "Attachment",
  attachments: (count: number) => counted(count, "attachment"),
  select: (filename: string) => `Select ${filename}`,
  selectAll: (count: number) => `Select all ${number.format(count)}`,
  selected: (count: number) => `${number.format(count)} selected`,
  clearSelection: "Clear selection",
  reprocess: "Process again",
  retryAllFailed: "Try all failed again",
  download: "Download",
  empty: {
    title: "No documents yet",
    text: "Drop files or whole folders above. Each is read, cut into chunks that know their page and section, and can be searched a moment later.",
    readOnly: "There is nothing to search here yet. Ask for a key that may write to add documents.",
  },
  noneOf: {
    ready: "No document is ready yet.",
    processing: "No document is in process.",
    pending: "No document is waiting.",
    failed: "No document has failed.",
  },
  noneOfTitle: "Nothing here",
  tools: {
    find: "Part of the file name",
    findPlaceholder: "Find by file name",
    sort: "Sort",
    sorts: {
      "-created_at": "Newest first",
      created_at: "Oldest first",
      "-updated_at": "Changed last",
      updated_at: "Changed longest ago",
      filename: "Name, A to Z",
      "-filename": "Name, Z to A",
      "-file_size": "Largest first",
      file_size: "Smallest first",
      "-chunk_count": "Most chunks first",
      chunk_count: "Fewest chunks first",
    },
    filters: "Filters",
    filtersOf: (count: number) => `Filters (${number.format(count)})`,
    filterHint:
      "Fields are those of the metadata, and file_type, filename, external_id, created_at, source_url, expires_at, title, author and language.",
    matched: (count: number) => (count === 1 ? "1 document matches" : `${number.format(count)} documents match`),
    clear: "Show all documents",
    clearFilters: "Clear the filters",
    nothing: "No document matches",
    nothingHint: "Try another part of the name, fewer filters, or another status.",
  },
  duplicates: {
    open: "Duplicates",
    title: "Documents with the same bytes",
    text: "The oldest of each comes first. Open one to see it, or to delete it.",
    none: "No two documents have the same bytes.",
    group: (count: number, hasMore: boolean) =>
      hasMore ? `More than ${counted(count, "document")}` : counted(count, "document"),
    shown: (count: number) => `The first ${counted(count, "group")}`,
    more: "Show more",
  },
  doing: (done: number, of: number) => `${number.format(done)} of ${number.format(of)}`,
  reprocessing: "Queueing to be processed again",
  notReprocessed: (count: number) => `${counted(count, "document")} could not be queued`,
  notDeleted: "The document could not be deleted",
  deleteTitle: "Delete this document?",
  deleteText: "With its file and all its chunks. It can't be found any more at once, and it can't be brought back.",
  deleteLabel: "Delete document",

  zone: {
    label: "Drop files or folders here",
    text: "Drop files or whole folders here",
    dropping: "Let go to add them",
    anywhere: (collection: string) => `Let go to add the files to ${collection}`,
    types: fileTypeNames,
    files: "Choose files",
    folder: "Choose a folder",
    replace: "Replace what came from the same path before",
    reading: "Looking through the folder…",
    unreadable: "The folder could not be read",
    readOnly: "This key may only read: documents can't be added, processed again or deleted with it.",
  },

  uploads: {
    label: "Uploads",
    title: (count: number) => `Uploading ${counted(count, "file")}`,
    titleProcessing: (count: number) => `Processing ${counted(count, "file")}`,
    titleDone: (count: number) => `${counted(count, "file")} added`,
    titleFailed: (failed: number, count: number) =>
      failed === count
        ? `${counted(failed, "file")} could not be added`
        : `${number.format(failed)} of ${counted(count, "file")} failed`,
    summary: (ready: number, processing: number, waiting: number, failed: number) =>
      [
        `${number.format(ready)} ready`,
        processing > 0 && `${number.format(processing)} in process`,
        waiting > 0 && `${number.format(waiting)} to send`,
        failed > 0 && `${number.format(failed)} failed`,
      ]
        .filter(Boolean)
        .join(" · "),
    bytes: (sent: string, all: string) => `${sent} of ${all}`,
    overall: "Sent of all files",
    interrupted: "The service does not answer. What is not sent goes on by itself when it is back.",
    queued: "Queued",
    again: "Sent again when the service is back",
    sending: "Sending",
    accepted: "Waiting to be processed",
    cancelOf: (filename: string) => `Cancel ${filename}`,
    cancelAll: "Cancel all",
    retryOf: (filename: string) => `Try ${filename} again`,
    retryFailed: "Try failed again",
    clear: "Clear list",
    clearOf: (filename: string) => `Take ${filename} off the list`,
    progressOf: (filename: string) => `Progress of ${filename}`,
    leaveOn: "You may go to other pages of the console meanwhile; keep this window open until all is sent.",
    gone: "The file can't be read any more.",
    goneHint: "It was moved, renamed or changed since it was chosen. Choose it again.",
    refusals: {
      401: "Sign in again; the file is kept here until then.",
      403: "Sign in with a key that may write to this collection.",
      404: "The collection was deleted or renamed.",
      413: "Split it, or let the operator raise SERVICE_MAX_UPLOAD_SIZE_MB.",
      429: "Wait a moment, then try again.",
    } as Readonly<Record<number, string>>,
    wrongType: (extension: string | undefined) =>
      extension === undefined
        ? "A file without an extension can't be read."
        : `Files of the type ${extension} can't be read.`,
    typesHint: (extensions: string) => `What is read here: ${extensions}. Save it as one of these.`,
    serverFault: "Try again; if it stays, look into the service's log.",
  },

  document: {
    title: "Document",
    trail: "Collections",
    facts: "About the document",
    type: "Type",
    size: "Size",
    status: "Status",
    chunks: "Chunks",
    pages: "Pages",
    added: "Added",
    changed: "Changed",
    author: "Author",
    fileTitle: "Title",
    language: "Language",
    written: "Written",
    rewritten: "Last changed in the file",
    keywords: "Keywords",
    parent: "Was a file within",
    openParent: "another document",
    attachments: "Files within it",
    id: "Id",
    copyId: "Copy the document's id",
    externalId: "Own id",
    copyExternalId: "Copy the document's own id",
    sourceUrl: "Fetched from",
    expires: "Expires at",
    metadata: "Metadata",
    failedTitle: "It could not be processed",
    stillSearchable: "What was searchable before stays so.",
    progress: "Progress",
    waiting: "Waiting to be processed",
    notFound: "There is no such document (any more).",
    reprocessed: "Queued to be processed again",
    gone: "Document deleted",
  },

  reading: {
    title: "How it was read",
    leftOut: "Left out",
    nothing: "Nothing that the parser knows of.",
    repeatedLines: (count: number) =>
      `${counted(count, "running line")}: headers and footers that repeat on many pages are kept once, page numbers are not kept.`,
    ocrPages: (count: number) => `${counted(count, "page")} read from pictures (OCR); letters may have been mistaken.`,
    time: "Time that each step took",
    timeHint: "Steps go on beside each other. Waiting for a parser to be free, or to start, is in the whole alone.",
    noTime: "It was processed before this was kept, or by another service; process it again to know.",
    steps: {
      waiting_ms: "Waiting",
      reading_ms: "Reading",
      cutting_ms: "Cutting",
      embedding_ms: "Embedding",
      storing_ms: "Storing vectors",
      indexing_ms: "Indexing words",
      total_ms: "In all",
    },
  },

  viewer: {
    title: "Chunks",
    description: "What search sees: the chunks of the text, each with its page and section.",
    empty: "No chunks yet",
    emptyText: "They show here when the document is ready.",
    page: (page: number) => `Page ${number.format(page)}`,
    chunk: (index: number) => `Chunk ${number.format(index)}`,
    characters: (count: number) => counted(count, "character"),
    onPage: "Beside its page",
    linkTo: (index: number) => `Link to chunk ${number.format(index)}`,
    own: "Given with this chunk",
    copyId: (index: number) => `Copy the id of chunk ${number.format(index)}`,
    jump: "Go to page",
    go: "Go",
    search: "Find in the text",
    searching: (done: number, of: number) => `Reading ${number.format(done)} of ${number.format(of)} chunks…`,
    matches: (at: number, of: number) => (of === 0 ? "Not found" : `${number.format(at)} of ${number.format(of)}`),
    next: "Next place",
    previous: "Previous place",
    noPage: (page: number) => `No chunk begins on page ${number.format(page)}.`,
  },

  pages: {
    title: "Pages",
    open: "Pages",
    text: "What was read",
    toChunks: "Document and chunks",
    at: (page: number, of: number) => `Page ${number.format(page)} of ${number.format(of)}`,
    previous: "Previous page",
    next: "Next page",
    picture: (page: number) => `Page ${number.format(page)} as it looks`,
    noPicture: "There are pictures of the pages of PDFs and images.",
    nothingRead: "Nothing was read on this page.",
    truncated: "The page goes on; all of it is in the document's text.",
  },

  contents: {
    label: "What is in the document",
    tabs: { content: "Document", chunks: "Chunks", tables: "Tables", markdown: "Markdown", details: "Details" },
    failed: "Nothing to show",
    failedText: "The document could not be processed, so it has no text and no chunks.",
    table: (table: number) => `Table ${number.format(table)}`,
    rows: (count: number) => counted(count, "row"),
    onPage: (page: number) => `Page ${number.format(page)}`,
    csv: "CSV",
    csvOf: (table: number) => `CSV of table ${number.format(table)}`,
    rowsShown: (shown: number, of: number) => `${number.format(shown)} of ${counted(of, "row")}`,
    moreRows: "More rows",
    inFile: "All of them are in the CSV file.",
    tablesShown: (shown: number, of: number) => `${number.format(shown)} of ${counted(of, "table")}`,
    moreTables: "More tables",
    noTables: "No tables",
    noTablesText: "None were read in this document.",
    markdown: "The document as it was read: headings, lists, code, tables and marks of its pages.",
    copyMarkdown: "Copy the Markdown",
    goesOn: "The document goes on; the file has all of it.",
    nothingRead: "Nothing was read in this document yet.",
  },

  /** The service's words as a sentence of their own, without the name of the field before them. */
  said: (message: string): string => {
    const words = message.replace(/^file: /, "");
    return words.charAt(0).toUpperCase() + words.slice(1);
  },

  /** Advice for a failed document; undefined where the service's message gives it. */
  hintFor: (message: string): string | undefined => HINTS.find(([pattern]) => pattern.test(message))?.[1] || undefined,
};

/**
 * Hints by the service's messages; those with ": remove the password and upload it again" and the like need no more.
 */
const HINTS: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/upload it again|upload that copy|split (it|the file)|save it (again|anew)|divide (it|the table)/i, ""],
  [
    /no text that could be extracted|no text was recognised/,
    "If it is a scan, check that it is sharp, and that text recognition has its language.",
  ],
  [/What was embedded is kept/, ""],
  [/is empty/, "Check the file, and upload it with content."],
  [/SERVICE_PARSE_MEMORY_MB/, "Split the file, or let the operator raise SERVICE_PARSE_MEMORY_MB."],
  [
    /SERVICE_PARSE_TIMEOUT_SECONDS|took longer/,
    "Split the file, or let the operator raise SERVICE_PARSE_TIMEOUT_SECONDS.",
  ],
  [/more than .* allowed|too (much|many)|limit/, "Split it into smaller files."],
  [/damaged|ended unexpectedly|cut off/, "Open it, save it again and upload that copy."],
  [/unauthori[sz]ed|api key|credential|401/i, "Check the embedding key of the collection, then process it again."],
  [/rate|429|quota/i, "The provider asks to slow down. Process it again later."],
  [
    /reach|unavailable|away|timed? ?out|interrupted/i,
    "Something the service needs was away. Process it again when it is back.",
  ],
  [/service's log/, "Process it again; if it stays, the service's log has the details."],
];
