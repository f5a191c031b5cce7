import { usePermissions } from "../../api/session.ts";
import { keys as keysTexts } from "../../strings/keys.ts";
import { Badge, type BadgeProps } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import lists from "../../ui/list.module.css";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./keys.module.css";
import type { AccessKey } from "./use-keys.ts";

const texts = keysTexts;

const SCOPE_TONES = { read: "neutral", write: "info", admin: "accent" } as const satisfies Record<
  AccessKey["scope"],
  BadgeProps["tone"]
>;

const keyOf = ({ source, name }: AccessKey): string => `${source} ${name}`;

const scopeColumn: Column<AccessKey> = {
  key: "scope",
  label: texts.columns.scope,
  isSecondary: true,
  render: ({ scope }) => <Scope scope={scope} />,
};

const collectionsColumn: Column<AccessKey> = {
  key: "collections",
  label: texts.columns.collections,
  isSecondary: true,
  render: ({ collections }) => <Collections names={collections} />,
};

const madeColumn: Column<AccessKey> = {
  key: "created",
  label: texts.columns.created,
  isSecondary: true,
  render: ({ created_at: createdAt }) =>
    createdAt === null ? <span className={styles.faint}>–</span> : <Time value={createdAt} />,
};

export interface KeysTableProps {
  readonly keys: readonly AccessKey[];
  readonly onRevoke: (key: AccessKey) => void;
}

/** Table of the valid keys. */
export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  const columns: readonly Column<AccessKey>[] = [
    { key: "name", label: texts.columns.name, render: (key) => <Name accessKey={key} /> },
    scopeColumn,
    collectionsColumn,
    madeColumn,
    {
      key: "expires",
      label: texts.columns.expires,
      isSecondary: true,
      render: ({ expires_at: expiresAt }) =>
        expiresAt === null ? (
          <span className={styles.faint}>{texts.never}</span>
        ) : (
          <Time value={expiresAt} isAbsolute />
        ),
    },
    {
      key: "actions",
      label: texts.columns.actions,
      isNumeric: true,
      render: (key) =>
        key.source === "config" ? (
          <span className={styles.faint} title={texts.fromFileHint}>
            {texts.fromFile}
          </span>
        ) : (
          <Button size="small" variant="quiet" aria-label={texts.revokeNamed(key.name)} onPress={() => onRevoke(key)}>
            {texts.revoke}
          </Button>
        ),
    },
  ];
  return <Table label={texts.active} columns={columns} rows={keys} keyOf={keyOf} />;
}

function Scope({ scope }: Pick<AccessKey, "scope">) {
  return <Badge tone={SCOPE_TONES[scope]}>{texts.scopes[scope].label}</Badge>;
}

/** Name of the key, and on a phone also the values without a column. */
function Name({ accessKey }: { readonly accessKey: AccessKey }) {
  const { name, source, scope, collections, expires_at: expiresAt } = accessKey;
  const { session } = usePermissions();
  const isOwn = session.name === `${source === "config" ? "config" : "key"}:${name}`;
  return (
    <div className={styles.name}>
      <span className={styles.nameText}>
        <code>{name}</code>
        {isOwn && <Badge tone="good">{texts.yours}</Badge>}
        {Object.keys(accessKey.filter).length > 0 && (
          <span title={JSON.stringify(accessKey.filter)}>
            <Badge>{texts.filtered}</Badge>
          </span>
        )}
        {accessKey.signing !== undefined && <Badge tone="info">{texts.signs(accessKey.signing)}</Badge>}
      </span>
      <span className={styles.more}>
        <Scope scope={scope} />
        {collections === null ? <span>{texts.allCollections}</span> : <Collections names={collections} />}
        {expiresAt !== null && (
          <span>
            {texts.columns.expires} <Time value={expiresAt} isAbsolute />
          </span>
        )}
      </span>
    </div>
  );
}

/** Number of names shown. The rest appears on hover. */
const MAX_NAMES = 3;

function Collections({ names }: { readonly names: readonly string[] | null }) {
  if (names === null) return <span className={styles.faint}>{texts.all}</span>;
  const rest = names.length - MAX_NAMES;
  return (
    <span className={styles.collections} title={names.join(", ")}>
      {names.slice(0, MAX_NAMES).map((name) => (
        <code key={name} className={styles.collection}>
          {name}
        </code>
      ))}
      {rest > 0 && <span className={styles.faint}>+{rest}</span>}
    </span>
  );
}

const endedColumns: readonly Column<AccessKey>[] = [
  { key: "name", label: texts.columns.name, render: (key) => <Name accessKey={key} /> },
  scopeColumn,
  collectionsColumn,
  madeColumn,
  {
    key: "ended",
    label: texts.columns.ended,
    isNumeric: true,
    render: ({ state, revoked_at: revokedAt, expires_at: expiresAt }) => {
      const endedAt = revokedAt ?? expiresAt;
      return (
        <span className={styles.ended}>
          {texts.states[state]} {endedAt !== null && <Time value={endedAt} />}
        </span>
      );
    },
  },
];

/** Revoked and expired keys. */
export function EndedKeys({ keys }: { readonly keys: readonly AccessKey[] }) {
  return (
    <details className={`${lists.details} ${styles.endedKeys}`}>
      <summary>{texts.ended(keys.length)}</summary>
      <p className={styles.note}>{texts.endedHint}</p>
      <Card isFlush>
        <Table label={texts.ended(keys.length)} columns={endedColumns} rows={keys} keyOf={keyOf} />
      </Card>
    </details>
  );
}
