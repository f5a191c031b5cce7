import type { BlockSink } from "./block-sink.ts";
import { type DataNode, type Field, fieldsOf, inlineText } from "./data-node.ts";
import { columnsOf, RecordTable, TABLE_SAMPLE_RECORDS } from "./record-table.ts";

interface PendingRecord {
  readonly node: DataNode;
  readonly fields: readonly Field[];
}

/** Consecutive records of one name: a table if they are similar enough, else separate blocks. */
export class RecordRun {
  readonly #sink: BlockSink;
  readonly #beforeWriting: () => void;
  #pending: PendingRecord[] = [];
  #table: RecordTable | undefined;
  /** Name of records that turned out not to form a table. */
  #tablelessName: string | undefined;

  constructor(sink: BlockSink, beforeWriting: () => void) {
    this.#sink = sink;
    this.#beforeWriting = beforeWriting;
  }

  add(node: DataNode): void {
    const first = this.#pending[0]?.node ?? this.#table;
    if (first !== undefined && first.name !== node.name) this.end();
    const fields = fieldsOf(node);
    if (fields.length === 0) return;
    if (this.#table !== undefined) {
      const row = this.#table.rowOf(fields);
      if (row !== undefined) return this.#sink.row("table_row", row, this.#table.id);
      this.#table = undefined;
    }
    if (this.#tablelessName === node.name) return this.#writeRecord({ node, fields });
    this.#pending.push({ node, fields });
    if (this.#pending.length >= TABLE_SAMPLE_RECORDS) this.#classify();
  }

  end(): void {
    if (this.#pending.length > 0) this.#classify();
    this.#table = undefined;
    this.#tablelessName = undefined;
  }

  /** Writes the buffered records: as a table, which can continue, if they form one. */
  #classify(): void {
    const records = this.#pending;
    this.#pending = [];
    const name = records[0]!.node.name;
    const columns = columnsOf(records.map(({ fields }) => fields));
    this.#beforeWriting();
    if (columns === undefined) {
      this.#tablelessName = name;
      for (const record of records) this.#writeRecord(record);
      return;
    }
    const table = new RecordTable(this.#sink.openTable(), name, columns);
    this.#table = table;
    this.#sink.row("table_header", table.header, table.id);
    for (const { fields } of records) this.#sink.row("table_row", table.rowOf(fields) ?? lineOf(fields), table.id);
  }

  #writeRecord({ node, fields }: PendingRecord): void {
    this.#beforeWriting();
    // A list of lists is a table without a header.
    if (node.isList && node.name === "") return this.#sink.record(inlineText(node));
    const lines = fields.map(([path, value]) => (path === "" ? value : `${path}: ${value}`));
    if (node.name !== "") {
      if (fields[0]![0] === "") lines[0] = `${node.name}: ${lines[0]}`;
      else lines.unshift(node.name);
    }
    this.#sink.record(lines.join("\n"));
  }
}

const lineOf = (fields: readonly Field[]): readonly string[] => fields.map(([path, value]) => `${path}: ${value}`);
