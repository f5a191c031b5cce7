import { createConnection, type RowDataPacket } from "mysql2/promise";

/** Returns every row of every table of a database as text, for tests that check for data that must not exist. */
export async function dumpDatabase(url: string): Promise<string> {
  const connection = await createConnection(url);
  try {
    const [tables] = await connection.query<RowDataPacket[]>("show tables");
    const parts: string[] = [];
    for (const table of tables) {
      const name = String(Object.values(table)[0]);
      const [rows] = await connection.query<RowDataPacket[]>("select * from ??", [name]);
      parts.push(name, ...rows.map((row) => Object.values(row).map(asText).join("\t")));
    }
    return parts.join("\n");
  } finally {
    await connection.end();
  }
}

const asText = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value));
