import { useId, useState } from "react";
import { failureOf } from "../../api/api-error.ts";
import { usePermissions } from "../../api/session.ts";
import { webhooks } from "../../strings/webhooks.ts";
import { Select, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CheckList } from "./check-list.tsx";
import { useCollectionNames } from "../collections/use-collections.ts";
import { type EventName, type WebhookInput } from "./use-webhooks.ts";
import lists from "../../ui/list.module.css";

const texts = webhooks.form;

/** Events that can be subscribed to. */
const EVENTS: readonly EventName[] = [
  "document.processing",
  "document.ready",
  "document.failed",
  "document.deleted",
  "document.unchanged",
];

const EVENT_OPTIONS = EVENTS.map((value) => ({ value, ...webhooks.events[value]! }));

export interface WebhookFormProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly initial: WebhookInput;
  readonly onSubmit: (input: WebhookInput) => void;
  /** The service's error. */
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Form for the address, events, collections and description of a webhook. */
export function WebhookForm({ initial, onSubmit, error, ...dialog }: WebhookFormProps) {
  const [input, setInput] = useState(initial);
  const [isTried, setTried] = useState(false);
  const { url, events, collections, description } = input;
  const change = (part: Partial<WebhookInput>) => setInput({ ...input, ...part });
  const hasEvents = events.length > 0;
  const hasCollections = collections === null || collections.length > 0;
  const submit = () => {
    setTried(true);
    if (hasEvents && hasCollections) onSubmit(input);
  };
  const refusal = refusalOf(error);
  return (
    // The button is not disabled while sending: that would move the focus, and with it the keyboard, out of the dialog.
    <FormDialog {...dialog} canSubmit onSubmit={submit} validationBehavior="native">
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        value={url}
        onChange={(value) => change({ url: value.trim() })}
        type="url"
        placeholder="https://example.com/quarry"
        autoComplete="off"
        autoFocus
        isRequired
        isMonospaced
        error={refusal?.field === "url" ? refusal.message : undefined}
      />
      <CheckList
        label={texts.events}
        options={EVENT_OPTIONS}
        selected={events}
        onChange={(selected) => change({ events: EVENTS.filter((name) => selected.includes(name)) })}
        error={isTried && !hasEvents ? texts.noEvents : refusal?.field === "events" ? refusal.message : undefined}
      />
      <Scope
        collections={collections}
        onChange={(selected) => change({ collections: selected })}
        error={
          isTried && !hasCollections ? texts.chosenNone : refusal?.field === "collections" ? refusal.message : undefined
        }
      />
      <TextField
        label={texts.description}
        hint={texts.descriptionHint}
        value={description}
        onChange={(value) => change({ description: value })}
      />
      {refusal !== undefined && refusal.field === undefined && <Notice tone="bad">{refusal.message}</Notice>}
    </FormDialog>
  );
}

interface ScopeProps {
  readonly collections: readonly string[] | null;
  readonly onChange: (collections: readonly string[] | null) => void;
  readonly error: string | undefined;
}

function Scope({ collections, onChange, error }: ScopeProps) {
  const { session } = usePermissions();
  const { data: known = [], isPending } = useCollectionNames();
  const hintId = useId();
  const isLimited = session.collections !== null;
  // A webhook can name collections that do not exist yet.
  const names = [...new Set([...known, ...(collections ?? [])])];
  return (
    <>
      {isLimited ? (
        <Notice>{texts.limited}</Notice>
      ) : (
        <Select
          label={texts.scope}
          value={collections === null ? "all" : "some"}
          onChange={(value) => onChange(value === "all" ? null : [])}
          options={[
            { value: "all", label: texts.scopeAll, hint: texts.scopeAllHint },
            { value: "some", label: texts.scopeSome, hint: texts.scopeSomeHint },
          ]}
        />
      )}
      {collections !== null &&
        (names.length === 0 && !isPending ? (
          <p id={hintId} className={lists.muted}>
            {texts.noCollections}
          </p>
        ) : (
          <CheckList
            label={texts.chosen}
            options={names.map((name) => ({ value: name, label: name }))}
            selected={collections}
            onChange={onChange}
            error={error}
            isScrolled
          />
        ))}
    </>
  );
}

const FIELD = /^(url|events|collections|description)\b[^:]*: (.*)$/s;

/** Returns the field that the service refused, with the reason. */
const refusalOf = (error: unknown): { readonly field: string | undefined; readonly message: string } | undefined => {
  if (error === null || error === undefined) return undefined;
  const { message } = failureOf(error);
  const [, field, reason] = FIELD.exec(message) ?? [];
  return field === undefined || reason === undefined ? { field: undefined, message } : { field, message: reason };
};
