import { documents as texts } from "../../strings/documents.ts";
import { Badge, type BadgeProps } from "../../ui/badge.tsx";
import type { DocumentStatus } from "./documents-data.ts";

const TONES: Readonly<Record<DocumentStatus, NonNullable<BadgeProps["tone"]>>> = {
  ready: "good",
  processing: "info",
  pending: "neutral",
  failed: "bad",
};

export function StatusBadge({ status }: { readonly status: DocumentStatus }) {
  return (
    <Badge tone={TONES[status]} isBusy={status === "processing"}>
      {texts.statuses[status]}
    </Badge>
  );
}
