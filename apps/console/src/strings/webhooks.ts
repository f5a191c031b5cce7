const count = new Intl.NumberFormat("en");

/** "1 webhook", "2,000 webhooks". */
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count.format(value)} ${value === 1 ? one : many}`;

const NODE_SNIPPET = `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the bytes as they came, before anything parses them.
// signature: the header X-Service-Signature.
export const isFromQuarry = (body, signature = "") => {
  const hmac = createHmac("sha256", process.env.WEBHOOK_SECRET);
  const expected = \`sha256=\${hmac.update(body).digest("hex")}\`;
  return (
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
};
`;

const CLIENT_SNIPPET = `import { verifyWebhook } from "@quarry/client";

// body: the bytes as they came, before anything parses them.
// signature: the header X-Service-Signature.
export const isFromQuarry = (body, signature) =>
  verifyWebhook(body, signature, process.env.WEBHOOK_SECRET);
`;

const PYTHON_SNIPPET = `import hashlib, hmac, os


# body: the bytes as they came, before anything parses them.
# signature: the header X-Service-Signature.
def is_from_quarry(body: bytes, signature: str) -> bool:
    secret = os.environ["WEBHOOK_SECRET"].encode()
    expected = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)
`;

/** Texts of the pages of webhooks. */
export const webhooks = {
  title: "Webhooks",
  lead: "Quarry calls your program when a document is processed, so that it need not ask.",
  loading: "Reading the webhooks",
  listed: "Webhooks",
  add: "New webhook",
  active: "Active",
  paused: "Paused",
  allCollections: "all collections",
  noCollections: "no collections",
  collections: (names: readonly string[]) => names.join(", "),
  most: (many: number) => `There are ${count.format(many)}, and there may be no more: delete one first.`,

  empty: {
    title: "Be told instead of asking",
    text: "Give the address of your program and choose what it is told. Every call is signed, tried again when it fails, and shown here with what your program answered.",
  },

  events: {
    "document.processing": { label: "Processing", hint: "The processing of a document has started." },
    "document.ready": { label: "Ready", hint: "A document is processed and can be found." },
    "document.failed": { label: "Failed", hint: "A document could not be processed; the reason comes along." },
    "document.deleted": {
      label: "Deleted",
      hint: "A document was deleted, by whom and how ever, or its time was over.",
    },
    "document.unchanged": { label: "Unchanged", hint: "A document was sent again as it is already: nothing was done." },
    "webhook.test": { label: "Test", hint: "Somebody asked for a test." },
  } as Readonly<Record<string, { readonly label: string; readonly hint: string }>>,

  form: {
    create: "New webhook",
    edit: "Change webhook",
    url: "Address",
    urlHint: "Starts with https://. On this machine http:// will do: localhost, 127.0.0.1 or [::1].",
    events: "Tell it when a document is",
    noEvents: "Choose at least one.",
    scope: "Of which collections",
    scopeAll: "All collections",
    scopeAllHint: "also those that are yet to come",
    scopeSome: "Only some",
    scopeSomeHint: "and no others, now or later",
    chosen: "Collections",
    chosenNone: "Choose at least one.",
    noCollections: "There is no collection yet. Choose all, or create one first.",
    limited: "Your key is limited to some collections, and so is what it can be told.",
    description: "What it is for",
    descriptionHint: "For you and others who look at the list. Optional.",
    submitCreate: "Create webhook",
    submitEdit: "Save changes",
    created: "Webhook created",
    saved: "Webhook changed",
    notSaved: "It was not saved",
  },

  secret: {
    title: "Keep this secret now",
    warning:
      "It is shown this once and never again. Whoever has it can pass for Quarry; to change it, make a new webhook.",
    label: "Secret",
    copy: "Copy the secret",
    how: "Your program checks with it that a call is Quarry's and was not changed on its way:",
    languages: "Languages",
    snippets: [
      { id: "node", label: "Node.js", code: NODE_SNIPPET },
      { id: "client", label: "TypeScript client", code: CLIENT_SNIPPET },
      { id: "python", label: "Python", code: PYTHON_SNIPPET },
    ],
    snippet: (language: string) => `Check of the signature in ${language}`,
    done: "I have kept it",
  },

  detail: {
    facts: "Settings",
    url: "Address",
    events: "Events",
    collections: "Collections",
    description: "What it is for",
    created: "Created",
    changed: "Changed",
    pausedNotice:
      "It is paused: nothing new is written for it. What was pending waits, for 30 days at most, and is sent when it goes on.",
    test: "Send test",
    edit: "Change",
    pause: "Pause",
    resume: "Resume",
    pausedNow: "Webhook paused",
    resumedNow: "Webhook goes on",
    notChanged: "It was not changed",
    delete: "Delete",
    deleteTitle: "Delete this webhook?",
    deleteText: (url: string) =>
      `Nothing is sent to ${url} any more, and its deliveries are deleted. This can't be undone.`,
    deleteConfirm: "Delete webhook",
    deleted: "Webhook deleted",
    notDeleted: "It was not deleted",
  },

  test: {
    title: "Test",
    sending: "Sending a test to",
    notSent: "The test was not sent",
    answered: (status: number) => `The receiver answered ${status}.`,
    well: "It works: every status from 200 to 299 counts as taken.",
    failed: "It was not taken. As any delivery it is tried again, about 10, 30 and 90 seconds after each failure.",
    payload: "What was sent",
    again: "Send another",
  },

  deliveries: {
    title: "Deliveries",
    lead: "What was sent in the last 30 days, newest first.",
    loading: "Reading the deliveries",
    empty: {
      title: "Nothing was sent yet",
      text: "Send a test to see whether your program answers, or upload a document.",
    },
    status: { pending: "Pending", delivered: "Delivered", failed: "Failed" },
    retrying: "Retrying",
    document: "Document",
    testEvent: "Sent on request",
    attempts: (many: number) => (many === 0 ? "not tried yet" : plural(many, "attempt")),
    answer: "Answer",
    noAnswer: "none",
    nextAttempt: "Next attempt",
    waits: "after an earlier event of the same document",
    happened: "Happened",
    delivered: "Delivered",
    id: "Id",
    reason: "Reason",
    payload: "Body",
    payloadLabel: "Body of the delivery",
    again: "Send again",
    againHint: "The same delivery, with the same id and body, to the present address.",
    againNow: "It is sent again",
    notAgain: "It was not sent again",
    onItsWay: "It is on its way.",
    shown: (shown: number, total: number) => `${count.format(shown)} of ${count.format(total)} shown`,
    more: "Show more",
  },
};
