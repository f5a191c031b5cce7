import { afterAll, beforeAll } from "vitest";
import { ChangesApi } from "../changes/changes-api.ts";
import { TestServer } from "../harness/test-server.ts";
import { Shelf } from "./shelf.ts";

/** Statuses of each shelf's documents once all are processed. */
export const READY = Array.from({ length: 12 }, () => "ready");

/** Starts a server with shelves for the tests of a file. Its log may report damage, so it is not checked. */
export const useShelves = () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.dispose());
  let number = 0;
  return {
    get server(): TestServer {
      return server;
    },
    changes: new ChangesApi(() => server.api),
    newShelf: async (options = {}): Promise<Shelf> => {
      const shelf = new Shelf(server, `shelf_${(number += 1)}`);
      await shelf.fill(options);
      return shelf;
    },
    /** Runs `damage` while the service is stopped. */
    damaged: async (damage: () => void): Promise<void> => {
      await server.stop();
      damage();
      await server.startAgain();
    },
  };
};
