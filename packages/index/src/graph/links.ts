import { grown } from "../grown.ts";

/** Maximum number of neighbours of a row. */
export const MAX_LINKS = 40;

/** Growth by 1/2^GROWTH_SHIFT, an eighth. */
const GROWTH_SHIFT = 3;

/** Adjacency lists of the graph, and linked lists of rows with equal codes: row numbers in parallel arrays. */
export class Links {
  neighbours = new Int32Array(0);
  degrees = new Uint8Array(0);
  /** Next row with identical codes, plus one; 0 for none. */
  twins = new Int32Array(0);

  /** Bytes per row. */
  static readonly stride = (MAX_LINKS + 1) * Int32Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;

  /** Number of rows for which memory is allocated. */
  get capacity(): number {
    return this.degrees.length;
  }

  reserve(rows: number): void {
    if (rows <= this.capacity) return;
    const capacity = rows + (rows >> GROWTH_SHIFT);
    this.neighbours = grown(this.neighbours, capacity * MAX_LINKS);
    this.degrees = grown(this.degrees, capacity);
    this.twins = grown(this.twins, capacity);
  }

  /** Replaces the neighbours of a row by the first `count` entries of `neighbours`. */
  replace(row: number, neighbours: Int32Array, count: number): void {
    for (let i = 0; i < count; i += 1) this.neighbours[row * MAX_LINKS + i] = neighbours[i]!;
    this.degrees[row] = count;
  }

  /** Adds a neighbour. Returns false if there is no space. */
  add(row: number, neighbour: number): boolean {
    const degree = this.degrees[row]!;
    if (degree === MAX_LINKS) return false;
    this.neighbours[row * MAX_LINKS + degree] = neighbour;
    this.degrees[row] = degree + 1;
    return true;
  }

  addTwin(row: number, twin: number): void {
    this.twins[twin] = this.twins[row]!;
    this.twins[row] = twin + 1;
  }

  /** Returns the next row with identical codes. */
  twinOf(row: number): number | undefined {
    const twin = this.twins[row]!;
    return twin === 0 ? undefined : twin - 1;
  }
}
