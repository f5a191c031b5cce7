import { type ParsedAttachment, unreadFiles } from "@quarry/plugin";
import { cleanFilename, fileTypeOf } from "@quarry/plugin/domain";
import { MAX_ATTACHMENT_BYTES, type WantedAttachments } from "../parse-protocol.ts";
import type { Outbox } from "./outbox.ts";

/** Attachments of a document: sends those of a supported type, and lists the names of the others. */
export class AttachedFiles {
  readonly #outbox: Outbox;
  readonly #types: ReadonlySet<string>;
  readonly #most: number;
  readonly #unread: string[] = [];
  #sent = 0;

  constructor(outbox: Outbox, { types, most }: WantedAttachments) {
    this.#outbox = outbox;
    this.#types = new Set(types);
    this.#most = most;
  }

  async add({ filename: input, bytes }: ParsedAttachment): Promise<void> {
    const filename = cleanFilename(input);
    const fileType = fileTypeOf(filename, this.#types);
    const isTaken = this.#sent < this.#most && bytes.length > 0 && bytes.length <= MAX_ATTACHMENT_BYTES;
    if (!isTaken || fileType === undefined || !this.#types.has(fileType)) {
      this.#unread.push(filename || "a file without a name");
      return;
    }
    this.#sent += 1;
    await this.#outbox.sendAttachment({ filename, fileType, bytes });
  }

  /** Warnings of the document about attachments that were not sent. */
  get warnings(): readonly string[] {
    return unreadFiles(this.#unread);
  }
}
