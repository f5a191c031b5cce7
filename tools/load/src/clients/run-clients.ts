import { setTimeout as pause } from "node:timers/promises";
import { createCollection, listWebhooks, manageWebhooks, reprocess, updateCollection } from "../actions/manage.ts";
import { queryBatch, queryMany, queryOne, queryToken } from "../actions/query.ts";
import { listDocuments, readBatch, readDocument, readPlatform, refuse, useKeys } from "../actions/read.ts";
import { deleteBatch, deleteCollection, deleteDocument } from "../actions/remove.ts";
import { uploadBatch, uploadOne, uploadTwice } from "../actions/upload.ts";
import { deleteVectors, refuseVectors, upsertVectors } from "../actions/vectors.ts";
import type { PlatformStats } from "../resources.ts";
import type { Action, World } from "../world.ts";

/** Documents that may wait to be processed; beyond them clients upload no more until some are done. */
const MOST_WAITING = 60;
/** Documents that may exist; beyond them every upload is followed by a deletion, so that the stock stays as it is. */
const MOST_DOCUMENTS = 400;
/** Between two calls of a client, at most; a machine shared with others is to stay usable. */
const MOST_PAUSE_MS = 60;

const UPLOADS: ReadonlySet<Action> = new Set([uploadOne, uploadTwice, uploadBatch, reprocess]);

/** How often each is done, out of all. */
const WEIGHTS: readonly (readonly [weight: number, action: Action])[] = [
  [14, uploadOne],
  [2, uploadTwice],
  [2, uploadBatch],
  [4, reprocess],
  [8, deleteDocument],
  [1, deleteBatch],
  [2, createCollection],
  [1, deleteCollection],
  [1, updateCollection],
  [18, queryOne],
  [4, queryMany],
  [3, queryBatch],
  [8, queryToken],
  [2, upsertVectors],
  [2, deleteVectors],
  [1, refuseVectors],
  [10, listDocuments],
  [12, readDocument],
  [3, readBatch],
  [3, readPlatform],
  [2, useKeys],
  [2, refuse],
  [1, manageWebhooks],
  [1, listWebhooks],
];

const TOTAL_WEIGHT = WEIGHTS.reduce((sum, [weight]) => sum + weight, 0);

/** Lets clients act until the time is up. Each world is one client. */
export const runClients = async (worlds: readonly World[], untilMoment: number): Promise<void> => {
  const backlog = { waiting: 0 };
  const isOver = () => performance.now() >= untilMoment;
  const watching = watchBacklog(worlds[0]!, backlog, isOver);
  await Promise.all(worlds.map((world) => act(world, backlog, isOver)));
  await watching;
};

const act = async (world: World, backlog: { readonly waiting: number }, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const action = nextAction(world);
    const isHeld = UPLOADS.has(action) && backlog.waiting >= MOST_WAITING;
    if (!isHeld) await action(world);
    if (UPLOADS.has(action) && world.ledger.liveDocuments.length > MOST_DOCUMENTS) await deleteBatch(world);
    await pause(world.random.next() * MOST_PAUSE_MS);
  }
};

const nextAction = ({ random }: World): Action => {
  let left = random.next() * TOTAL_WEIGHT;
  return (WEIGHTS.find(([weight]) => (left -= weight) < 0) ?? WEIGHTS[0]!)[1];
};

/** How much is waiting, as the service says itself. */
const watchBacklog = async ({ api }: World, backlog: { waiting: number }, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const answer = await api.call<PlatformStats>("GET", "/v1/stats");
    if (answer !== undefined) backlog.waiting = answer.body.documents.pending + answer.body.documents.processing;
    await pause(200);
  }
};
