export { drawText, type DrawTextOptions } from "./draw-text.ts";
