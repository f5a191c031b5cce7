import { crc32 } from "node:zlib";
import { Random } from "../random.ts";

/** As few numbers as make neighbourhoods that a walk can follow. */
export const PASSAGE_DIMENSION = 128;
/** Vectors of texts lie in groups, as far as they have subjects. */
const SUBJECTS = 24;
/** How far a text lies from its subject. */
const SPREAD = 0.8;

const subjectRandom = new Random(7);
const subjects = Array.from({ length: SUBJECTS }, () =>
  Array.from({ length: PASSAGE_DIMENSION }, () => subjectRandom.next() - 0.5),
);

/**
 * A unit vector that depends on the passwords alone that a text tells, or on all of it where there is none. So a passage,
 * asked as a query, asks by its own vector, whatever the platform has put above it.
 */
export const passageVector = (text: string): Float32Array => {
  const passwords = text.match(PASSWORD)?.join() ?? text;
  const random = new Random(crc32(passwords));
  const vector = random.pick(subjects).map((value) => value + SPREAD * (random.next() - 0.5));
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
};

const PASSWORD = /(?<=password )\w+/g;
