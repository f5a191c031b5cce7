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
  reprocess: "Reprocess",
  retryAllFailed: "Reprocess all failed",
  download: "Download",
  empty: {
    title: "No documents yet",
    text: "Drop files or folders above. Each is parsed and split into chunks with page and section, and can be searched a moment later.",
    readOnly: "There is nothing to search here yet. Adding documents needs a key with write access.",
  },
  noneOf: {
    ready: "No documents are ready yet.",
    processing: "No documents are being processed.",
    pending: "No documents are waiting.",
    failed: "No documents failed.",
  },
  noneOfTitle: "No documents",
  tools: {
    find: "File name contains",
    findPlaceholder: "Find by file name",
    sort: "Sort",
    sorts: {
      "-created_at": "Newest first",
      created_at: "Oldest first",
      "-updated_at": "Last updated",
      updated_at: "Least recently updated",
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
      "Fields: your metadata, and file_type, filename, external_id, created_at, source_url, expires_at, title, author and language.",
    matched: (count: number) => (count === 1 ? "1 document matches" : `${number.format(count)} documents match`),
    clear: "Show all documents",
    clearFilters: "Clear filters",
    nothing: "No matching documents",
    nothingHint: "Try another file name, fewer filters or another status.",
  },
  duplicates: {
    open: "Duplicates",
    title: "Identical documents",
    text: "The oldest of each group comes first. Open one to view or delete it.",
    none: "No two documents have the same content.",
    group: (count: number, hasMore: boolean) =>
      hasMore ? `More than ${counted(count, "document")}` : counted(count, "document"),
    shown: (count: number) => `The first ${counted(count, "group")}`,
    more: "Show more",
  },
  doing: (done: number, of: number) => `${number.format(done)} of ${number.format(of)}`,
  reprocessing: "Queueing for reprocessing",
  notReprocessed: (count: number) => `${counted(count, "document")} could not be queued`,
  notDeleted: "The document could not be deleted",
  deleteTitle: "Delete this document?",
  deleteText: "Deletes its file and all its chunks. It disappears from search at once. This can't be undone.",
  deleteLabel: "Delete document",

  zone: {
    label: "Drop files or folders here",
    text: "Drop files or whole folders here",
    dropping: "Drop to add them",
    anywhere: (collection: string) => `Drop to add the files to ${collection}`,
    types: fileTypeNames,
    files: "Choose files",
    folder: "Choose a folder",
    replace: "Replace documents from the same path",
    reading: "Reading the folder…",
    unreadable: "The folder could not be read",
    readOnly: "This key is read-only: it can't add, reprocess or delete documents.",
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
        processing > 0 && `${number.format(processing)} processing`,
        waiting > 0 && `${number.format(waiting)} to upload`,
        failed > 0 && `${number.format(failed)} failed`,
      ]
        .filter(Boolean)
        .join(" · "),
    bytes: (sent: string, all: string) => `${sent} of ${all}`,
    overall: "Total upload progress",
    interrupted: "The service can't be reached. Uploads continue automatically when it is back.",
    queued: "Queued",
    again: "Retried when the service is back",
    sending: "Uploading",
    accepted: "Waiting to be processed",
    cancelOf: (filename: string) => `Cancel ${filename}`,
    cancelAll: "Cancel all",
    retryOf: (filename: string) => `Retry ${filename}`,
    retryFailed: "Retry failed",
    clear: "Clear list",
    clearOf: (filename: string) => `Remove ${filename} from the list`,
    progressOf: (filename: string) => `Progress of ${filename}`,
    leaveOn: "You can use other pages of the console meanwhile; keep this window open until the upload ends.",
    gone: "The file can't be read.",
    goneHint: "It was moved, renamed or changed after you chose it. Choose it again.",
    refusals: {
      401: "Sign in again; the file is kept here until then.",
      403: "Sign in with a key that has write access to this collection.",
      404: "The collection was deleted or renamed.",
      413: "Split it, or let the operator raise SERVICE_MAX_UPLOAD_SIZE_MB.",
      429: "Wait a moment, then try again.",
    } as Readonly<Record<number, string>>,
    wrongType: (extension: string | undefined) =>
      extension === undefined
        ? "A file without an extension can't be read."
        : `Files of the type ${extension} can't be read.`,
    typesHint: (extensions: string) => `Supported types: ${extensions}. Save it as one of these.`,
    serverFault: "Try again; if it fails again, check the service log.",
  },

  document: {
    title: "Document",
    trail: "Collections",
    facts: "Details",
    type: "Type",
    size: "Size",
    status: "Status",
    chunks: "Chunks",
    pages: "Pages",
    added: "Created",
    changed: "Updated",
    author: "Author",
    fileTitle: "Title",
    language: "Language",
    written: "Created (in file)",
    rewritten: "Modified (in file)",
    keywords: "Keywords",
    parent: "Attached to",
    openParent: "another document",
    attachments: "Attachments",
    id: "Id",
    copyId: "Copy the document id",
    externalId: "External id",
    copyExternalId: "Copy the external id",
    sourceUrl: "Fetched from",
    expires: "Expires at",
    metadata: "Metadata",
    failedTitle: "Processing failed",
    stillSearchable: "The previous version stays searchable.",
    progress: "Progress",
    waiting: "Waiting to be processed",
    notFound: "Document not found.",
    reprocessed: "Queued for reprocessing",
    gone: "Document deleted",
  },

  reading: {
    title: "Parsing",
    leftOut: "Skipped content",
    nothing: "None reported by the parser.",
    repeatedLines: (count: number) =>
      `${counted(count, "header or footer line", "header and footer lines")}: those that repeat on many pages are kept once, page numbers are removed.`,
    ocrPages: (count: number) =>
      `${counted(count, "page")} read by text recognition (OCR); some characters may be wrong.`,
    time: "Time per step",
    timeHint: "Steps overlap. Waiting for a free parser counts only in the total.",
    noTime: "Not recorded when it was processed; reprocess it to see.",
    steps: {
      waiting_ms: "Waiting",
      reading_ms: "Parsing",
      cutting_ms: "Chunking",
      embedding_ms: "Embedding",
      storing_ms: "Storing vectors",
      indexing_ms: "Indexing terms",
      total_ms: "Total",
    },
  },

  viewer: {
    title: "Chunks",
    description: "The chunks that search returns, each with its page and section.",
    empty: "No chunks yet",
    emptyText: "They appear here when the document is ready.",
    page: (page: number) => `Page ${number.format(page)}`,
    chunk: (index: number) => `Chunk ${number.format(index)}`,
    characters: (count: number) => counted(count, "character"),
    onPage: "View on page",
    linkTo: (index: number) => `Link to chunk ${number.format(index)}`,
    own: "Chunk metadata",
    copyId: (index: number) => `Copy the id of chunk ${number.format(index)}`,
    jump: "Go to page",
    go: "Go",
    search: "Find in the text",
    searching: (done: number, of: number) => `Reading ${number.format(done)} of ${number.format(of)} chunks…`,
    matches: (at: number, of: number) => (of === 0 ? "Not found" : `${number.format(at)} of ${number.format(of)}`),
    next: "Next match",
    previous: "Previous match",
    noPage: (page: number) => `No chunk starts on page ${number.format(page)}.`,
  },

  pages: {
    title: "Pages",
    open: "Pages",
    text: "Extracted text",
    toChunks: "Document and chunks",
    at: (page: number, of: number) => `Page ${number.format(page)} of ${number.format(of)}`,
    previous: "Previous page",
    next: "Next page",
    picture: (page: number) => `Image of page ${number.format(page)}`,
    noPicture: "Page images are available for PDFs and images only.",
    nothingRead: "No text was extracted from this page.",
    truncated: "Truncated; the document's text has all of it.",
  },

  contents: {
    label: "Document content",
    tabs: { content: "Document", chunks: "Chunks", tables: "Tables", markdown: "Markdown", details: "Details" },
    failed: "No content",
    failedText: "Processing failed, so there is no text and no chunks.",
    table: (table: number) => `Table ${number.format(table)}`,
    rows: (count: number) => counted(count, "row"),
    onPage: (page: number) => `Page ${number.format(page)}`,
    csv: "CSV",
    csvOf: (table: number) => `CSV of table ${number.format(table)}`,
    rowsShown: (shown: number, of: number) => `${number.format(shown)} of ${counted(of, "row")}`,
    moreRows: "More rows",
    inFile: "The CSV file has all of them.",
    tablesShown: (shown: number, of: number) => `${number.format(shown)} of ${counted(of, "table")}`,
    moreTables: "More tables",
    noTables: "No tables",
    noTablesText: "No tables were found in this document.",
    markdown: "The document as Markdown: headings, lists, code, tables and page markers.",
    copyMarkdown: "Copy the Markdown",
    goesOn: "Truncated; the file has all of it.",
    nothingRead: "No text was extracted yet.",
  },

  /** Formats the service's message as a sentence, without the field name at its start. */
  said: (message: string): string => {
    const reason = message.replace(/^file: /, "");
    return reason.charAt(0).toUpperCase() + reason.slice(1);
  },

  /** Returns advice for a failed document, or undefined if the service's message contains it. */
  hintFor: (message: string): string | undefined => HINTS.find(([pattern]) => pattern.test(message))?.[1] || undefined,
};

/**
 * Hints by the service's messages. Messages with advice, such as ": remove the password and upload it again", need no
 * hint.
 */
const HINTS: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/upload it again|upload that copy|split (it|the file)|save it (again|anew)|divide (it|the table)/i, ""],
  [
    /no text that could be extracted|no text was recognised/,
    "For a scan, check that it is sharp and that text recognition has its language.",
  ],
  [/What was embedded is kept/, ""],
  [/is empty/, "Check the file and upload it with content."],
  [/SERVICE_PARSE_MEMORY_MB/, "Split the file, or let the operator raise SERVICE_PARSE_MEMORY_MB."],
  [
    /SERVICE_PARSE_TIMEOUT_SECONDS|took longer/,
    "Split the file, or let the operator raise SERVICE_PARSE_TIMEOUT_SECONDS.",
  ],
  [/more than .* allowed|too (much|many)|limit/, "Split it into smaller files."],
  [/damaged|ended unexpectedly|cut off/, "Open it, save it again and upload that copy."],
  [/unauthori[sz]ed|api key|credential|401/i, "Check the embedding key of the collection, then reprocess it."],
  [/rate|429|quota/i, "The provider's rate limit was reached. Reprocess it later."],
  [
    /reach|unavailable|away|timed? ?out|interrupted/i,
    "A dependency of the service was unavailable. Reprocess it when it is back.",
  ],
  [/service's log/, "Reprocess it; if it fails again, check the service log."],
];
