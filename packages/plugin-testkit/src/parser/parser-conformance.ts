import { Schema } from "effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParserPlugin } from "@quarry/plugin";
import { ParserError } from "@quarry/plugin";
import type { ParserEvent } from "@quarry/plugin";
import { damage, FOREIGN_FILES, garbage } from "./hostile-bytes.ts";
import { problemsOf } from "./parser-events.ts";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import { openDescriptors, ParserSubject } from "./parser-subject.ts";

export interface ParserConformanceFile {
  /** File name; its extension is the type that the file is parsed as. */
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** Texts that must be found, each within one block, and the page that each must be on (`null` for none). */
  readonly phrases?: readonly { readonly text: string; readonly page?: number | null }[];
  /** Headings that must be found, with their levels. */
  readonly headings?: readonly (readonly [text: string, level: number])[];
}

export interface ParserConformanceOptions {
  /** Plugin settings in the form that an operator writes. Default: none. */
  readonly settings?: unknown;
  /** Valid files with text; at least one for each file type that the plugin declares. */
  readonly files: readonly ParserConformanceFile[];
  /** File types among `png`, `gif`, `jpeg`, `pdf` and `zip` that the plugin supports and so can't reject. */
  readonly ownKinds?: readonly string[];
}

const TRUNCATIONS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99];
const DAMAGED_COPIES = 12;

/** Registers the vitest suite of the parser contract for `plugin`. */
export function parserConformance<Settings>(plugin: ParserPlugin<Settings>, options: ParserConformanceOptions): void {
  describe(`${plugin.name}: parser contract v${plugin.specVersion}`, () => {
    let subject: ParserSubject;
    beforeAll(async () => {
      const settings = await Schema.decodeUnknownPromise(plugin.settings)(options.settings ?? {});
      subject = await ParserSubject.create(await plugin.make(settings));
    });
    afterAll(() => subject.close());

    it("has a valid file for every declared type", () => {
      const types = new Set(options.files.map(({ filename }) => typeOf(filename)));
      expect(plugin.capabilities.fileTypes.filter((type) => !types.has(type))).toEqual([]);
    });
    for (const file of options.files)
      describe(file.filename, () => {
        fileSuite(() => subject, file);
      });
    for (const type of plugin.capabilities.fileTypes) {
      describe(`.${type} that is something else`, () => {
        foreignSuite(() => subject, type, options.ownKinds ?? []);
      });
    }
  });
}

function fileSuite(subject: () => ParserSubject, file: ParserConformanceFile): void {
  const { filename, bytes } = file;

  it("produces well-formed events with text", async () => {
    const { events, error } = await subject().parse(filename, bytes);
    expect(error).toBeUndefined();
    expect(problemsOf(events)).toEqual([]);
    expect(textsOf(events).length).toBeGreaterThan(0);
  });

  it("finds the phrases on their pages and the headings with their levels", async () => {
    const { events } = await subject().parse(filename, bytes);
    const found = (file.phrases ?? []).map(({ text, page }) => {
      const block = blocksOf(events).find((candidate) => candidate.text.includes(text));
      return { text: block === undefined ? "nowhere" : text, ...(page !== undefined && { page: block?.page ?? null }) };
    });
    expect(found).toEqual(file.phrases ?? []);
    const headings = blocksOf(events)
      .filter(({ kind }) => kind === "heading")
      .map(({ text, level }) => [text, level]);
    for (const heading of file.headings ?? []) expect(headings).toContainEqual(heading);
  });

  it("produces the same events again, also when parsing the file twice concurrently", async () => {
    const once = await subject().parse(filename, bytes);
    const [one, other] = await Promise.all([subject().parse(filename, bytes), subject().parse(filename, bytes)]);
    expect(lasting(one.events)).toEqual(lasting(once.events));
    expect(lasting(other.events)).toEqual(lasting(once.events));
  });

  it("can be stopped after the first event and leaves no file open", async () => {
    const { path, events } = await subject().open(filename, bytes);
    for await (const event of events) {
      expect(event).toBeDefined();
      break;
    }
    expect((await openDescriptors(path)) ?? 0).toBe(0);
  });

  it("leaves no file open at the end or after an error", async () => {
    for (const content of [bytes, bytes.subarray(0, bytes.length / 2)]) {
      const { path, events } = await subject().open(filename, content);
      await drain(events);
      expect((await openDescriptors(path)) ?? 0).toBe(0);
    }
  });

  it("respects the text limit", async () => {
    const { error } = await subject().parse(filename, bytes, { ...DEFAULT_PARSER_LIMITS, maxTextCharacters: 1 });
    expectReason(error, ["limit"]);
  });

  const lastPage = Math.max(1, ...(file.phrases ?? []).map(({ page }) => page ?? 1));
  it.skipIf(lastPage === 1)("respects the page limit", async () => {
    const { error } = await subject().parse(filename, bytes, { ...DEFAULT_PARSER_LIMITS, maxPages: lastPage - 1 });
    expectReason(error, ["limit"]);
  });

  it.each(TRUNCATIONS)("a file truncated at %d of its length ends with text or a clear error", async (share) => {
    const { events } = await subject().parse(filename, bytes.subarray(0, Math.floor(bytes.length * share)));
    expect(problemsOf(events)).toEqual([]);
  });

  it("a damaged file ends with text or a clear error", async () => {
    for (let seed = 1; seed <= DAMAGED_COPIES; seed++) {
      const { events } = await subject().parse(filename, damage(bytes, seed));
      expect(problemsOf(events)).toEqual([]);
    }
  });
}

function foreignSuite(subject: () => ParserSubject, type: string, ownKinds: readonly string[]): void {
  const foreign = Object.entries(FOREIGN_FILES).filter(([kind]) => !ownKinds.includes(kind));
  it.each(foreign)("rejects %s bytes with a readable error", async (_kind, bytes) => {
    const { events, error } = await subject().parse(`file.${type}`, bytes);
    expect(blocksOf(events)).toEqual([]);
    expectReason(error, ["wrong_type"]);
  });

  it("extracts no text from an empty file", async () => {
    const { events } = await subject().parse(`file.${type}`, new Uint8Array());
    expect(blocksOf(events)).toEqual([]);
  });

  it("survives random bytes", async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { events } = await subject().parse(`file.${type}`, garbage(seed * 997, seed));
      expect(problemsOf(events)).toEqual([]);
    }
  });
}

/**
 * Expects one of these reasons, and a message written for people: not empty, without the file's path or internals of
 * the parser.
 */
function expectReason(error: ParserError | undefined, reasons: readonly string[]): void {
  expect(error, "a ParserError").toBeInstanceOf(ParserError);
  expect(reasons).toContain(error!.reason);
  expect(error!.message.length).toBeGreaterThan(20);
  expect(error!.message).not.toMatch(/quarry-parser-|node_modules|\.[cm]?[jt]s:\d+|node:internal|undefined|\[object/);
}

async function drain(events: AsyncIterable<ParserEvent>): Promise<void> {
  try {
    for await (const event of events) void event;
  } catch (error) {
    if (!(error instanceof ParserError)) throw error;
  }
}

/** Returns the events without timing. */
const lasting = (events: readonly ParserEvent[]) => events.filter(({ type }) => type !== "uncounted_time");
const typeOf = (filename: string): string => filename.slice(filename.lastIndexOf(".") + 1);
const blocksOf = (events: readonly ParserEvent[]) =>
  events.flatMap((event) => (event.type === "block" ? [event.block] : []));
const textsOf = (events: readonly ParserEvent[]): string[] => blocksOf(events).map(({ text }) => text);
