import fc from "fast-check";
import { expect, test } from "vitest";
import { Beam } from "./beam.ts";

/** Few distinct similarities, so that many are equal. */
const similarities = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 600 });

test("retains the most similar rows, earlier ones first among equals, and reports the best rejected similarity", () => {
  fc.assert(
    fc.property(similarities, fc.integer({ min: 1, max: 300 }), (offered, width) => {
      const beam = new Beam(300);
      beam.clear(width);
      for (const [row, similarity] of offered.entries()) beam.offer(row, similarity);
      const inOrder = offered.map((similarity, row) => ({ similarity, row }));
      inOrder.sort((a, b) => b.similarity - a.similarity || a.row - b.row);
      const retained = inOrder.slice(0, width);
      expect(beam.size).toBe(retained.length);
      expect([...beam.rows.subarray(0, beam.size)]).toEqual(retained.map(({ row }) => row));
      expect([...beam.similarities.subarray(0, beam.size)]).toEqual(retained.map(({ similarity }) => similarity));
      expect(beam.bestRejected).toBe(inOrder[width]?.similarity ?? Number.NEGATIVE_INFINITY);
    }),
  );
});

test("expands each row once, the most similar first, while rows are added", () => {
  fc.assert(
    fc.property(similarities, (offered) => {
      const beam = new Beam(300);
      beam.clear(300);
      const left: number[] = [];
      for (const [row, similarity] of offered.entries()) {
        beam.offer(row, similarity);
        if (row % 3 !== 0) continue;
        const best = beam.expandNext(Number.NEGATIVE_INFINITY)!;
        const notLeft = offered.slice(0, row + 1).filter((_, other) => !left.includes(other));
        expect(offered[best]).toBe(Math.max(...notLeft));
        left.push(best);
      }
      expect(new Set(left).size).toBe(left.length);
    }),
  );
});
