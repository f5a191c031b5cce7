import { noteMarks, normalizeText } from "../normalize-text.ts";

/** A stretch of a text, by UTF-16 units; the end is not part of it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text as it is analyzed, which knows where each of its characters stands in the text as it was written. */
export interface PlacedText {
  /** `normalizeText` of what was written. */
  readonly text: string;
  /** The stretch of the written text that became this one of the analyzed text. */
  written(start: number, end: number): TextRange;
}

/** A character with the marks on it, or the letters of a syllable: what compatibility forms are made of. More marks are no writing. */
const CLUSTER = /[\0-\x7f]{2,64}(?=[\0-\x7f])|(?:[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*|[^])\p{M}{0,32}/gu;

/** Analyzes a text as `normalizeText` does. */
export function placedText(written: string): PlacedText {
  const text = normalizeText(written);
  if (text === written) return { text, written: (start, end) => ({ start, end }) };
  const { normal, places } = clusterByCluster(written);
  // Forms that are made of several clusters: their place is told as well as it can be.
  if (normal !== text) return { text, written: (start, end) => scaled(start, end, text, written) };
  return {
    text,
    written: (start, end) => {
      let next = end;
      while (next < places.length && places[next] === places[end - 1]) next++;
      return { start: places[start] ?? written.length, end: places[next] ?? written.length };
    },
  };
}

function clusterByCluster(written: string): { readonly normal: string; readonly places: readonly number[] } {
  const marks = new Set(noteMarks(written));
  const places: number[] = [];
  let normal = "";
  const add = (piece: string, place: number): void => {
    normal += piece;
    for (let index = 0; index < piece.length; index++) places.push(place);
  };
  for (const { 0: cluster, index } of written.matchAll(CLUSTER)) {
    if (marks.has(index)) add(" ", index);
    if (cluster.charCodeAt(0) < 0x80 && cluster.length > 1 && cluster.charCodeAt(1) < 0x80) {
      normal += cluster;
      for (let at = 0; at < cluster.length; at++) places.push(index + at);
    } else add(normalizeText(cluster), index);
  }
  return { normal, places };
}

const scaled = (start: number, end: number, text: string, written: string): TextRange => {
  const scale = written.length / Math.max(1, text.length);
  return { start: Math.floor(start * scale), end: Math.min(written.length, Math.ceil(end * scale)) };
};
