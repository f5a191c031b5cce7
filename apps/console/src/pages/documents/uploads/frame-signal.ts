/** Notifies its listeners of changes, once for all changes in a frame. */
export class FrameSignal {
  readonly #listeners = new Set<() => void>();
  #isDue = false;

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  raise(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    nextFrame(() => {
      this.#isDue = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** A hidden window has no frames, but its title and its warnings must still be updated. */
const nextFrame = (run: () => void): void => {
  if (document.visibilityState === "visible") requestAnimationFrame(run);
  else setTimeout(run, HIDDEN_FRAME_MS);
};

const HIDDEN_FRAME_MS = 250;
