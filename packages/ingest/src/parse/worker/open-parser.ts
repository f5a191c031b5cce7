import { shareEffect } from "@quarry/host/share-effect";
import { newestSpoken, offeredPlugins, type ParserPlugin, type ParserV1 } from "@quarry/plugin";
// Not from "effect" itself, which would add 14 MB to each parsing thread.
import * as Schema from "effect/Schema";
import type { ParseTask } from "../parse-protocol.ts";
import { checkParser } from "./check-event.ts";

type ParserChoice = ParseTask["parser"];

/** Parsers are created once per worker and settings; their modules can load large libraries. */
const parsers = new Map<string, Promise<ParserV1>>();

export const openParser = (choice: ParserChoice): Promise<ParserV1> => {
  const key = keyOf(choice);
  let parser = parsers.get(key);
  if (parser === undefined) {
    parser = makeParser(choice);
    parsers.set(key, parser);
  }
  return parser;
};

export const isOpen = (choice: ParserChoice): boolean => parsers.has(keyOf(choice));

const keyOf = ({ moduleUrl, settings }: ParserChoice): string => `${moduleUrl} ${JSON.stringify(settings)}`;

const makeParser = async ({ moduleUrl, settings }: ParserChoice): Promise<ParserV1> => {
  shareEffect();
  // The host checked the module's plugins when the service started.
  const plugin = newestSpoken(offeredPlugins(await import(moduleUrl)) as readonly ParserPlugin[]) as ParserPlugin;
  return checkParser(await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings)));
};
