import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { ChangeService, CollectionService, KeyService, WebhookService } from "@quarry/api";

/** Creation rpcs. With an `Idempotency-Key` the service runs them once, even if they arrive several times. */
const KEYED: ReadonlySet<string> = new Set(
  [
    CollectionService.method.createCollection,
    WebhookService.method.createWebhook,
    KeyService.method.createKey,
    ChangeService.method.startChange,
    ChangeService.method.rollBackChange,
  ].map(nameOf),
);

export const takesIdempotencyKey = (method: DescMethod): boolean => KEYED.has(nameOf(method));

/** Whether the contract declares the method idempotent: a second call changes nothing further. */
export const isIdempotent = ({ idempotency }: DescMethod): boolean =>
  idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS ||
  idempotency === MethodOptions_IdempotencyLevel.IDEMPOTENT;

function nameOf(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}
