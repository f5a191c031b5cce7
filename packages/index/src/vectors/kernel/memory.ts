export const PAGE_BYTES = 65_536;
/** 4 GB less one page: an address one past the end must still fit 32 bits. */
const MAX_PAGES = 65_535;
/** Growth by an eighth wastes little and copies nothing: the address space is reserved in advance. */
const GROWTH_SHIFT = 3;

export const makeMemory = (pages: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES });

/** Grows the memory to at least `needed` pages, and some more if available. This invalidates views of the memory. */
export const growMemory = (memory: WebAssembly.Memory, needed: number): void => {
  const pages = memory.buffer.byteLength / PAGE_BYTES;
  const wanted = Math.max(needed - pages, pages >> GROWTH_SHIFT, 1);
  memory.grow(Math.max(needed - pages, Math.min(wanted, MAX_PAGES - pages)));
};
