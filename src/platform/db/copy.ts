/**
 * Inserts by binary COPY: one message for a batch of rows.
 *
 * Compared with an insert from arrays, PostgreSQL does not build a table of the parameters, and it fills whole pages at a
 * time (decision 16). COPY has no `on conflict`: a row that exists fails the transaction.
 */
import pg from 'pg';
import { copyScratchBytes, reserveScratch, scratchBuffer, writeInt16At, writeInt32At } from './binary.ts';

/** Writes one column of a row at position `at`, and returns the position after it. */
type ColumnWriter<Row> = (row: Row, at: number) => number;

/** A table that rows are copied into, and its columns. */
export interface CopyTarget<Row> {
  /** The messages of the protocol: the statement and the rows. */
  encode(rows: readonly Row[]): Buffer;
}

/** Signature, flags and the length of the header's extension. */
const fileHeader = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const endOfRows = -1;

/** A message of the protocol: its kind, its length (that field included), its content. */
function message(kind: string, content: Uint8Array = new Uint8Array()): Buffer {
  const whole = Buffer.alloc(5 + content.length, kind, 'latin1');
  whole.writeInt32BE(4 + content.length, 1);
  whole.set(content, 5);
  return whole;
}

const copyDone = message('c');

/** Declares a table and its columns for `copyRows`. Copies nothing itself. */
export function createCopyTarget<Row>(
  table: string,
  columns: Readonly<Record<string, ColumnWriter<Row>>>,
): CopyTarget<Row> {
  const writers = Object.values(columns);
  const statement = `copy ${table} (${Object.keys(columns).join(', ')}) from stdin (format binary)\0`;
  const copyStatement = message('Q', Buffer.from(statement));
  const preamble = Buffer.concat([copyStatement, message('d', fileHeader)]);
  return {
    encode: (rows) => {
      reserveScratch(0, preamble.length);
      preamble.copy(scratchBuffer);
      let at = preamble.length;
      for (const row of rows) {
        reserveScratch(at, 2);
        at = writeInt16At(writers.length, at);
        for (const write of writers) at = write(row, at);
      }
      reserveScratch(at, 2 + copyDone.length);
      at = writeInt16At(endOfRows, at);
      writeInt32At(at - copyStatement.length - 1, copyStatement.length + 1);
      copyDone.copy(scratchBuffer, at);
      return copyScratchBytes(at + copyDone.length);
    },
  };
}

/** The part of the driver's connection that COPY needs. */
interface Connection {
  readonly stream: { readonly writable: boolean; write(messages: Buffer): unknown };
}

/**
 * Sends the messages of COPY without waiting until PostgreSQL asks for the rows: when it rejects the statement it skips the
 * rows. The driver pipelines only queries of its own class, hence `extends`.
 */
class CopyQuery extends pg.Query {
  override submit: (connection: unknown) => void;

  constructor(messages: Buffer) {
    super('copy');
    this.submit = (connection) => {
      const { stream } = connection as Connection;
      if (stream.writable) stream.write(messages);
    };
  }

  handleCopyInResponse(): void {
    // The rows have been sent.
  }
}

/** Sends rows after the statements that were sent before. Resolves when PostgreSQL has inserted them. */
export function copyRows<Row>(client: pg.ClientBase, into: CopyTarget<Row>, rows: readonly Row[]): Promise<void> {
  const messages = into.encode(rows);
  return new Promise((resolve, reject) => {
    (client as unknown as Client).query(new CopyQuery(messages), (error) => (error ? reject(error) : resolve()));
  });
}

interface Client {
  query(query: CopyQuery, callback: (error: Error | null) => void): void;
}
