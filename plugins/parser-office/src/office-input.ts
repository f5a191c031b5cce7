import type { ParserBudget, ParserLimits, ParserSource } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import type { HiddenContent } from "./hidden-content.ts";
import type { OfficeSettings } from "./office-settings.ts";

/** Inputs for reading one file. */
export interface OfficeInput {
  readonly source: ParserSource;
  readonly archive: Archive;
  readonly mainPart: string;
  readonly limits: ParserLimits;
  readonly budget: ParserBudget;
  readonly settings: OfficeSettings;
  /** Warnings about embedded files, which are not read. */
  readonly unread: readonly string[];
  readonly hidden: HiddenContent;
}
