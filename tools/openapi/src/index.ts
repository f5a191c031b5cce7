export { contractComments, contractImage } from "./proto-comments.ts";
export { sampleDocument } from "./sample-document.ts";
