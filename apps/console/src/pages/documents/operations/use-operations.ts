import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { API_BASE, call, type contract, type Message } from "../../../api/rest.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { notifyDone, notifyFailed } from "../../../ui/toast.tsx";

export type Operation = Message<contract.Operation>;

const texts = documentForms.operations;

/** Maximum number of operations shown: more than anyone runs on one collection at the same time. */
const MAX_OPERATIONS = 20;

/** Polling interval while operations run: for those started by others, and those without an open stream. */
const POLL_INTERVAL_MS = 2_000;

export const operationsKey = (collection: string) => ["operations", collection] as const;

const isRunning = ({ state }: Operation): boolean => state === "running";

/** Running operations of a collection. The first one is followed by its stream. */
export const useOperations = (collection: string): readonly Operation[] => {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: operationsKey(collection),
    queryFn: async ({ signal }) => {
      const { operations } = await call("GET /v1/operations", { collection, limit: MAX_OPERATIONS }, signal);
      recordOperations(client, collection, operations);
      return operations;
    },
    refetchInterval: ({ state }) => state.data?.some(isRunning) === true && POLL_INTERVAL_MS,
  });
  const running = data?.filter(isRunning) ?? [];
  const followed = running[0]?.id;
  useEffect(
    () => (followed === undefined ? undefined : follow(client, collection, followed)),
    [client, collection, followed],
  );
  return running;
};

export const useCancel = (collection: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /v1/operations/{id}/cancel", { id }),
    onSuccess: (operation) => recordOperation(client, collection, operation),
    onError: (error) => notifyFailed(texts.notCancelled, error),
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(collection) }),
  });
};

/**
 * Follows the progress of one operation by a stream; a browser allows only few concurrent ones. Returns a function that
 * stops it.
 */
const follow = (client: QueryClient, collection: string, id: string): (() => void) => {
  const stream = new EventSource(`${API_BASE}/v1/operations/${id}/progress`);
  stream.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const operation = JSON.parse(data) as Operation;
    // The service ends the stream at this point, and the browser would reopen it.
    if (!isRunning(operation)) stream.close();
    recordOperation(client, collection, operation);
  });
  return () => stream.close();
};

/** Registers an operation started here: its end is reported even if it comes at once. */
export const recordStart = (client: QueryClient, collection: string, operation: Operation): void => {
  client.setQueryData<readonly Operation[]>(operationsKey(collection), (before = []) => [operation, ...before]);
};

const recordOperations = (client: QueryClient, collection: string, operations: readonly Operation[]): void => {
  const before = client.getQueryData<readonly Operation[]>(operationsKey(collection)) ?? [];
  for (const operation of operations) {
    const known = before.find(({ id }) => id === operation.id);
    if (known !== undefined && isRunning(known) && !isRunning(operation)) notifyEnd(client, collection, operation);
  }
};

/** Stores an operation's new state. Its end is recorded only once, from the first source that reports it. */
const recordOperation = (client: QueryClient, collection: string, operation: Operation): void => {
  recordOperations(client, collection, [operation]);
  client.setQueryData<readonly Operation[]>(operationsKey(collection), (before) =>
    before?.map((known) => (known.id === operation.id && isRunning(known) ? operation : known)),
  );
};

const notifyEnd = (client: QueryClient, collection: string, operation: Operation): void => {
  const { kind, state, done, failed, errors } = operation;
  const counted = texts.counted(kind, done);
  if (state !== "running" && state !== "failed") notifyDone(texts.ended[state](counted));
  if (state === "failed") notifyFailed(texts.ended.failed(counted), new Error(errors.at(-1)?.error));
  else if (failed > 0) notifyFailed(texts.errors(texts.counted(kind, failed)), new Error(errors[0]?.error));
  void client.invalidateQueries({ queryKey: ["documents", collection] });
};
