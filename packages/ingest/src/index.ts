// Pipeline from an uploaded file to searchable passages: parsing, chunking, embedding, and the workers for these.
export { openDocuments, runIngestWorkers } from "./ingest-workers.ts";
export { ParseFailure } from "./parse/parse-failure.ts";
export { ParsePool, type ParsePoolOptions } from "./parse/parse-pool.ts";
export { type ExtractedText, TextExtraction } from "./extract/text-extraction.ts";
export { PagePictures } from "./pages/page-pictures.ts";
export { recoverAlone, recoverAmongOthers, releaseAlone, tidyNowAndThen } from "./recover.ts";
