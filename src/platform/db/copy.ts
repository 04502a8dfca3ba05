/**
 * New rows as COPY takes them: one message for a set of rows, in binary.
 *
 * Compared with an insert out of arrays PostgreSQL has no table to build of the parameters, and it fills whole pages at a
 * time (decision 16). COPY knows no `on conflict`: a row that is there already fails the transaction.
 */
import pg from 'pg';
import {
  type ColumnGetter,
  copyScratch,
  reserve,
  scratch,
  type ValueWriter,
  writeBoolean,
  writeDate,
  writeHexBytes,
  writeInstant,
  writeInt16,
  writeInt16At,
  writeInt32At,
  writeInt64,
  writeJsonb,
  writeText,
  writeTexts,
  writeUuid,
} from './binary.ts';

/** Writes one column of a row behind `at`, with its length, and answers where it ends. */
export type ColumnWriter<Row> = (row: Row, at: number) => number;

/** A table that rows are copied into. */
export interface CopyTarget<Row> {
  /** The rows as messages of the protocol, the statement among them. */
  encode(rows: readonly Row[]): Buffer;
}

const columnWriter =
  <Value>(write: ValueWriter<Value>) =>
  <Row>(pick: ColumnGetter<Row, Value>): ColumnWriter<Row> =>
  (row, at) =>
    write(pick(row), at);

export const text = columnWriter(writeText);
/** The text is JSON already. */
export const json = columnWriter(writeText);
/** The text is JSON already. */
export const jsonb = columnWriter(writeJsonb);
export const uuid = columnWriter(writeUuid);
export const instant = columnWriter(writeInstant);
export const bigint = columnWriter(writeInt64);
export const smallint = columnWriter(writeInt16);
export const textArray = columnWriter(writeTexts);
export const boolean = columnWriter(writeBoolean);
export const date = columnWriter(writeDate);
/** A column of bytes; they are given as hex digits. */
export const hexBytes = columnWriter(writeHexBytes);

/** Signature, flags and the length of the header's extension. */
const fileHeader = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const endOfRows = -1;

/** A message of the protocol: its kind, the length of what follows with its own four bytes, what follows. */
function message(kind: string, content: Uint8Array = new Uint8Array()): Buffer {
  const whole = Buffer.alloc(5 + content.length, kind, 'latin1');
  whole.writeInt32BE(4 + content.length, 1);
  whole.set(content, 5);
  return whole;
}

const copyDone = message('c');

/** Copies rows into these columns of a table. */
export function copyTarget<Row>(table: string, columns: Readonly<Record<string, ColumnWriter<Row>>>): CopyTarget<Row> {
  const writers = Object.values(columns);
  const statement = `copy ${table} (${Object.keys(columns).join(', ')}) from stdin (format binary)\0`;
  const copyStatement = message('Q', Buffer.from(statement));
  const preamble = Buffer.concat([copyStatement, message('d', fileHeader)]);
  return {
    encode: (rows) => {
      reserve(0, preamble.length);
      preamble.copy(scratch);
      let at = preamble.length;
      for (const row of rows) {
        reserve(at, 2);
        at = writeInt16At(writers.length, at);
        for (const write of writers) at = write(row, at);
      }
      reserve(at, 2 + copyDone.length);
      at = writeInt16At(endOfRows, at);
      writeInt32At(at - copyStatement.length - 1, copyStatement.length + 1);
      copyDone.copy(scratch, at);
      return copyScratch(at + copyDone.length);
    },
  };
}

/** As much of the driver's connection as a copy needs. */
interface Connection {
  readonly stream: { readonly writable: boolean; write(messages: Buffer): unknown };
}

/**
 * The messages of a copy, sent without waiting for PostgreSQL to ask for the rows: where it refuses the statement it
 * passes over the rows too. The driver lets no queries but those of its own class follow each other, hence `extends`.
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
    // The rows are on their way.
  }
}

/** Sends rows over a connection, behind whatever it was sent before; done when PostgreSQL has taken them. */
export function copyRows<Row>(client: pg.ClientBase, into: CopyTarget<Row>, rows: readonly Row[]): Promise<void> {
  const messages = into.encode(rows);
  return new Promise((resolve, reject) => {
    (client as unknown as Client).query(new CopyQuery(messages), (error) => (error ? reject(error) : resolve()));
  });
}

interface Client {
  query(query: CopyQuery, callback: (error: Error | null) => void): void;
}
