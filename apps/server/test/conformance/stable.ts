const VARYING =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

const TIME = "2026-01-01T00:00:00.000Z";

/**
 * Normalises a server's responses, which differ between runs: ids are numbered in order of appearance, all times are
 * the same, and durations are removed.
 */
export class Stable {
  readonly #ids = new Map<string, string>();

  text(text: string): string {
    return text.replaceAll(VARYING, (found) => (found.includes("T") ? TIME : this.#id(found)));
  }

  json<Value>(value: Value): Value {
    const text = JSON.stringify(value, (key, inner: unknown) => {
      if (typeof inner === "number" && /(?:_ms|Ms)$/.test(key)) return 0;
      if (typeof inner === "number" && key === "score") return Math.round(inner * 1_000) / 1_000;
      // A cursor of documents contains an id.
      if (/cursor$/i.test(key) && String(inner).length > 20) return "cursor-for-replay";
      return key === "secret" ? "secret-for-replay" : inner;
    });
    return JSON.parse(this.text(text)) as Value;
  }

  #id(id: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const made = `00000000-0000-4000-8000-${String(this.#ids.size + 1).padStart(12, "0")}`;
    this.#ids.set(id, made);
    return made;
  }
}
