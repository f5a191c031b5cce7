const count = new Intl.NumberFormat("en");

/** Formats a count with its noun: "1 webhook", "2,000 webhooks". */
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
  lead: "Quarry calls your program when a document changes state, so that it need not poll.",
  loading: "Loading webhooks",
  listed: "Webhooks",
  add: "New webhook",
  active: "Active",
  paused: "Paused",
  allCollections: "all collections",
  noCollections: "no collections",
  collections: (names: readonly string[]) => names.join(", "),
  most: (many: number) => `The limit of ${count.format(many)} is reached: delete one first.`,

  empty: {
    title: "No webhooks yet",
    text: "Enter the URL of your program and choose events. Every delivery is signed, retried when it fails, and listed here with the response.",
  },

  events: {
    "document.processing": { label: "Processing", hint: "The processing of a document has started." },
    "document.ready": { label: "Ready", hint: "A document is processed and can be found." },
    "document.failed": { label: "Failed", hint: "A document could not be processed; the event has the reason." },
    "document.deleted": {
      label: "Deleted",
      hint: "A document was deleted or expired.",
    },
    "document.unchanged": { label: "Unchanged", hint: "A document was uploaded again without changes." },
    "webhook.test": { label: "Test", hint: "A test was requested." },
  } as Readonly<Record<string, { readonly label: string; readonly hint: string }>>,

  form: {
    create: "New webhook",
    edit: "Edit webhook",
    url: "URL",
    urlHint: "Starts with https://. http:// is allowed for this machine: localhost, 127.0.0.1 or [::1].",
    events: "Document events",
    noEvents: "Choose at least one.",
    scope: "Collections",
    scopeAll: "All collections",
    scopeAllHint: "including future ones",
    scopeSome: "Selected collections",
    scopeSomeHint: "no others, now or later",
    chosen: "Choose collections",
    chosenNone: "Choose at least one.",
    noCollections: "There is no collection yet. Choose all, or create one first.",
    limited: "Your key is limited to some collections, and so are its webhooks.",
    description: "Description",
    descriptionHint: "Optional; shown in the list.",
    submitCreate: "Create webhook",
    submitEdit: "Save changes",
    created: "Webhook created",
    saved: "Webhook updated",
    notSaved: "The webhook could not be saved",
  },

  secret: {
    title: "Copy the signing secret now",
    warning: "It is shown only once. Anyone with the secret can sign as Quarry; to replace it, create a new webhook.",
    label: "Secret",
    copy: "Copy the secret",
    how: "Verify with it that a call comes from Quarry and was not modified:",
    languages: "Languages",
    snippets: [
      { id: "node", label: "Node.js", code: NODE_SNIPPET },
      { id: "client", label: "TypeScript client", code: CLIENT_SNIPPET },
      { id: "python", label: "Python", code: PYTHON_SNIPPET },
    ],
    snippet: (language: string) => `Signature check in ${language}`,
    done: "I have copied it",
  },

  detail: {
    facts: "Settings",
    url: "URL",
    events: "Events",
    collections: "Collections",
    description: "Description",
    created: "Created",
    changed: "Updated",
    pausedNotice:
      "Paused: no new deliveries are created. Pending ones are kept for up to 30 days and sent when the webhook is resumed.",
    test: "Send test",
    edit: "Edit",
    pause: "Pause",
    resume: "Resume",
    pausedNow: "Webhook paused",
    resumedNow: "Webhook resumed",
    notChanged: "The webhook could not be updated",
    delete: "Delete",
    deleteTitle: "Delete this webhook?",
    deleteText: (url: string) => `Deliveries to ${url} stop and their history is deleted. This can't be undone.`,
    deleteConfirm: "Delete webhook",
    deleted: "Webhook deleted",
    notDeleted: "The webhook could not be deleted",
  },

  test: {
    title: "Test",
    sending: "Sending a test to",
    notSent: "The test was not sent",
    answered: (status: number) => `The receiver responded with ${status}.`,
    well: "It works: any status from 200 to 299 is a success.",
    failed: "The delivery failed. It is retried about 10, 30 and 90 seconds after each failure.",
    payload: "Request body",
    again: "Send another",
  },

  deliveries: {
    title: "Deliveries",
    lead: "Deliveries of the last 30 days, newest first.",
    loading: "Loading deliveries",
    empty: {
      title: "No deliveries yet",
      text: "Send a test or upload a document.",
    },
    status: { pending: "Pending", delivered: "Delivered", failed: "Failed" },
    retrying: "Retrying",
    document: "Document",
    testEvent: "Sent on request",
    attempts: (many: number) => (many === 0 ? "not attempted yet" : plural(many, "attempt")),
    answer: "Response",
    noAnswer: "none",
    nextAttempt: "Next attempt",
    waits: "after an earlier event of the same document",
    happened: "Occurred",
    delivered: "Delivered",
    id: "Id",
    reason: "Reason",
    payload: "Body",
    payloadLabel: "Body of the delivery",
    again: "Redeliver",
    againHint: "Sends the same id and body to the current URL.",
    againNow: "Delivery queued again",
    notAgain: "The delivery could not be queued",
    onItsWay: "It is on its way.",
    shown: (shown: number, total: number) => `${count.format(shown)} of ${count.format(total)} shown`,
    more: "Show more",
  },
};
