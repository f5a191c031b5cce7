export { drawText, type DrawTextOptions } from "./draw-text.ts";
export { inkIn } from "./ink-in.ts";
export { inFallingLight, withGrain, withSpecks } from "./noise.ts";
export { onPage } from "./on-page.ts";
export { STROKES } from "./stroke-font.ts";
export { resample } from "../resample.ts";
