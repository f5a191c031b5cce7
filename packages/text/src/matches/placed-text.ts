import type { TextRange } from "../characters.ts";
import { type FoldRule, rulesOf } from "../letter-variants.ts";
import { noteMarks, normalizeText } from "../normalize-text.ts";
import { searchText, withDivisions } from "../search-text.ts";

/** Analysed text with a mapping from its characters to the written text. */
export interface MappedText {
  /** Output of `searchText` for the written text. */
  readonly text: string;
  /** Returns the span of the written text from which this span of the analysed text was made. */
  written(start: number, end: number): TextRange;
}

/**
 * Cluster: a character with its marks, or the letters of a syllable. Compatibility forms are composed of clusters.
 * Longer sequences of marks don't occur in real text.
 */
const CLUSTER = /[\0-\x7f]{2,64}(?=[\0-\x7f])|(?:[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*|[^])\p{M}{0,32}/gu;

/** Analyzes a text as `searchText` does. */
export function mappedText(written: string): MappedText {
  const text = searchText(written);
  if (text === written) return { text, written: (start, end) => ({ start, end }) };
  const normal = clusterByCluster(withDivisions(written));
  const mapped = rulesOf(normal.text).reduce(foldMapped, normal);
  // For forms composed of several clusters, the position is approximate.
  if (mapped.text !== text) return { text, written: (start, end) => scaled(start, end, text, written) };
  const { offsets } = mapped;
  return {
    text,
    written: (start, end) => {
      let next = end;
      while (next < offsets.length && offsets[next] === offsets[end - 1]) next++;
      return { start: offsets[start] ?? written.length, end: offsets[next] ?? written.length };
    },
  };
}

/** Text with the offset of each character in its source text. */
interface MappedCharacters {
  readonly text: string;
  readonly offsets: readonly number[];
}

function foldMapped({ text, offsets }: MappedCharacters, { pattern, fold }: FoldRule): MappedCharacters {
  if (pattern === undefined) return { text: fold(text), offsets };
  let folded = "";
  const foldedOffsets: number[] = [];
  let copied = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const segment = fold(match);
    if (segment === match) continue;
    folded += text.slice(copied, index) + segment;
    for (let at = copied; at < index; at++) foldedOffsets.push(offsets[at]!);
    copied = index + match.length;
    for (const offset of offsetsIn(match, segment)) foldedOffsets.push(offsets[index + offset]!);
  }
  if (copied === 0) return { text, offsets };
  for (let at = copied; at < text.length; at++) foldedOffsets.push(offsets[at]!);
  return { text: folded + text.slice(copied), offsets: foldedOffsets };
}

/**
 * Returns the offset in the match of each character of its replacement: exact if the character occurs there, otherwise
 * approximate.
 */
function offsetsIn(match: string, segment: string): readonly number[] {
  if (match.length === segment.length) return Array.from({ length: segment.length }, (_, index) => index);
  const offsets: number[] = [];
  for (let index = 0, at = 0; index < segment.length; index++, at++) {
    at = Math.max(at, match.indexOf(segment[index]!, at));
    offsets.push(Math.min(at, match.length - 1));
  }
  return offsets;
}

function clusterByCluster(written: string): MappedCharacters {
  const marks = new Set(noteMarks(written));
  const offsets: number[] = [];
  let normal = "";
  const add = (segment: string, offset: number): void => {
    normal += segment;
    for (let index = 0; index < segment.length; index++) offsets.push(offset);
  };
  for (const { 0: cluster, index } of written.matchAll(CLUSTER)) {
    if (marks.has(index)) add(" ", index);
    if (cluster.charCodeAt(0) < 0x80 && cluster.length > 1 && cluster.charCodeAt(1) < 0x80) {
      normal += cluster;
      for (let at = 0; at < cluster.length; at++) offsets.push(index + at);
    } else add(normalizeText(cluster), index);
  }
  return { text: normal, offsets };
}

const scaled = (start: number, end: number, text: string, written: string): TextRange => {
  const scale = written.length / Math.max(1, text.length);
  return { start: Math.floor(start * scale), end: Math.min(written.length, Math.ceil(end * scale)) };
};
