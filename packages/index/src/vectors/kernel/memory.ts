const PAGE_BYTES = 65_536;
/** 4 GB less one page: an address one past the end must still fit 32 bits. */
const MAX_PAGES = 65_535;
/** Growth by an eighth wastes little and copies nothing: the address space is reserved in advance. */
const GROWTH_SHIFT = 3;

const pagesFor = (bytes: number): number => Math.ceil(bytes / PAGE_BYTES);

export const makeMemory = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: pagesFor(bytes), maximum: MAX_PAGES });

/** Grows the memory to at least `bytes`, and some more if available. This invalidates views of the memory. */
export const growMemory = (memory: WebAssembly.Memory, bytes: number): void => {
  const pages = pagesFor(memory.buffer.byteLength);
  const missing = pagesFor(bytes) - pages;
  const wanted = Math.max(missing, pages >> GROWTH_SHIFT, 1);
  memory.grow(Math.max(missing, Math.min(wanted, MAX_PAGES - pages)));
};
