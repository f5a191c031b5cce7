import type { Passage } from "../passage.ts";
import type { CollectionState } from "./collection-state.ts";
import type { Query } from "./index-database.ts";
import type { InvertedPassages } from "./protocol.ts";
import { decodeText } from "./bytes.ts";
import { addSegment } from "./stored-segments.ts";

/** Passages per segment: bounds memory. */
const PASSAGES_PER_SEGMENT = 2_048;

/** Makes the keyword index anew from the texts, in a transaction that has locked the collection. */
export const rebuildPostings = async (
  query: Query,
  state: CollectionState,
  invert: (passages: readonly Passage[]) => Promise<InvertedPassages>,
): Promise<void> => {
  for (const table of ["passage_segments", "passage_deletions", "passage_blocks"] as const) {
    await query((kysely) => kysely.deleteFrom(table).where("collection", "=", state.number).execute());
  }
  let rows = await readAfter(query, state, 0);
  while (rows.length > 0) {
    const { segment } = await invert(rows.map(toPassage));
    for (const [ordinal, { seq, document, length }] of rows.entries()) {
      segment.rows.rows[ordinal] = Number(seq);
      segment.rows.documents[ordinal] = Number(document);
      await setLength(query, state, Number(seq), segment.rows.lengths[ordinal]!, Number(length));
    }
    await addSegment(query, state, segment);
    rows = await readAfter(query, state, Number(rows.at(-1)!.seq));
  }
};

const readAfter = (query: Query, { number }: CollectionState, seq: number) =>
  query((kysely) =>
    kysely
      .selectFrom("passages")
      .select(["seq", "id", "document", "context", "text", "length"])
      .where("collection", "=", number)
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(PASSAGES_PER_SEGMENT)
      .execute(),
  );

type Row = Awaited<ReturnType<typeof readAfter>>[number];

/** As much of a passage as its postings are made of. */
const toPassage = ({ id, context, text }: Row): Passage => ({
  id: decodeText(id),
  documentId: "",
  generation: 0,
  chunkIndex: 0,
  text,
  contextText: context,
  metadata: {},
  tokenCount: 0,
});

const setLength = async (query: Query, state: CollectionState, seq: number, length: number, known: number) => {
  if (length === known) return;
  state.liveLength += length - known;
  await query((kysely) =>
    kysely
      .updateTable("passages")
      .set({ length })
      .where("collection", "=", state.number)
      .where("seq", "=", seq)
      .execute(),
  );
};
