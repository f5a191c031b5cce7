import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { API_BASE, call, type contract, type Message } from "../../../api/rest.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { notifyDone, notifyFailed } from "../../../ui/toast.tsx";

export type Operation = Message<contract.Operation>;

const texts = documentForms.operations;

/** More run on one collection at the same time than anybody starts. */
const MOST = 20;

/** Polling interval for operations while some run: those of others, and those without an open stream. */
const LOOK_EVERY_MS = 2_000;

export const operationsKey = (collection: string) => ["operations", collection] as const;

const isRunning = ({ state }: Operation): boolean => state === "running";

/** The operations on a collection that run; the first of them by its stream. */
export const useOperations = (collection: string): readonly Operation[] => {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: operationsKey(collection),
    queryFn: async ({ signal }) => {
      const { operations } = await call("GET /v1/operations", { collection, limit: MOST }, signal);
      noteAll(client, collection, operations);
      return operations;
    },
    refetchInterval: ({ state }) => state.data?.some(isRunning) === true && LOOK_EVERY_MS,
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
    onSuccess: (operation) => note(client, collection, operation),
    onError: (error) => notifyFailed(texts.notCancelled, error),
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(collection) }),
  });
};

/** Hears how far an operation is, by one stream; a browser opens few at the same time. Returns how to stop. */
const follow = (client: QueryClient, collection: string, id: string): (() => void) => {
  const stream = new EventSource(`${API_BASE}/v1/operations/${id}/progress`);
  stream.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const operation = JSON.parse(data) as Operation;
    // The service ends the stream then, and a browser would open it again.
    if (!isRunning(operation)) stream.close();
    note(client, collection, operation);
  });
  return () => stream.close();
};

/** Takes over an operation that was begun here, so that its end is told however soon it comes. */
export const noteBegin = (client: QueryClient, collection: string, operation: Operation): void => {
  client.setQueryData<readonly Operation[]>(operationsKey(collection), (before = []) => [operation, ...before]);
};

const noteAll = (client: QueryClient, collection: string, operations: readonly Operation[]): void => {
  const before = client.getQueryData<readonly Operation[]>(operationsKey(collection)) ?? [];
  for (const operation of operations) {
    const known = before.find(({ id }) => id === operation.id);
    if (known !== undefined && isRunning(known) && !isRunning(operation)) tellEnd(client, collection, operation);
  }
};

/** Stores an operation's new state. Its end is stored once, from whichever source is first. */
const note = (client: QueryClient, collection: string, operation: Operation): void => {
  noteAll(client, collection, [operation]);
  client.setQueryData<readonly Operation[]>(operationsKey(collection), (before) =>
    before?.map((known) => (known.id === operation.id && isRunning(known) ? operation : known)),
  );
};

const tellEnd = (client: QueryClient, collection: string, operation: Operation): void => {
  const { kind, state, done, failed, errors } = operation;
  const counted = texts.counted(kind, done);
  if (state !== "running" && state !== "failed") notifyDone(texts.ended[state](counted));
  if (state === "failed") notifyFailed(texts.ended.failed(counted), new Error(errors.at(-1)?.error));
  else if (failed > 0) notifyFailed(texts.errors(texts.counted(kind, failed)), new Error(errors[0]?.error));
  void client.invalidateQueries({ queryKey: ["documents", collection] });
};
