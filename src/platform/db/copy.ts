/**
 * New rows as COPY takes them: one message for a set of rows, in binary.
 *
 * Compared with an insert out of arrays PostgreSQL has no table to build of the parameters, and it fills whole pages at a
 * time (decision 34). COPY knows no `on conflict`: a row that is there already fails the transaction.
 */
import pg from 'pg';
import { type BinaryType, type Column, copyOut, reserve, scratch, types, writeValue } from './binary.ts';

/** Writes one column of a row behind `at`, with its length, and answers where it ends. */
type WriteColumn<Row> = (row: Row, at: number) => number;

/** A table that rows are copied into. */
export interface CopyInto<Row> {
  /** The rows as messages of the protocol, the statement among them. */
  encode(rows: readonly Row[]): Buffer;
}

const columnOf =
  <Value>(type: BinaryType<Value>) =>
  <Row>(pick: Column<Row, Value>): WriteColumn<Row> =>
  (row, at) =>
    writeValue(type, pick(row), at);

export const text = columnOf(types.text);
export const texts = columnOf(types.texts);
/** The text is JSON already. */
export const json = columnOf(types.json);
/** The text is JSON already. */
export const jsonb = columnOf(types.jsonb);
export const uuid = columnOf(types.uuid);
export const bigint = columnOf(types.bigint);
export const smallint = columnOf(types.smallint);
export const boolean = columnOf(types.boolean);
export const instant = columnOf(types.instant);
export const date = columnOf(types.date);
export const bytea = columnOf(types.bytea);

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
export function copyInto<Row>(table: string, columns: Readonly<Record<string, WriteColumn<Row>>>): CopyInto<Row> {
  const writers = Object.values(columns);
  const statement = `copy ${table} (${Object.keys(columns).join(', ')}) from stdin (format binary)\0`;
  const ask = message('Q', Buffer.from(statement));
  const opening = Buffer.concat([ask, message('d', fileHeader)]);
  return {
    encode: (rows) => {
      reserve(0, opening.length);
      opening.copy(scratch);
      let at = opening.length;
      for (const row of rows) {
        reserve(at, 2);
        scratch.writeInt16BE(writers.length, at);
        at += 2;
        for (const write of writers) at = write(row, at);
      }
      reserve(at, 2 + copyDone.length);
      at = scratch.writeInt16BE(endOfRows, at);
      scratch.writeInt32BE(at - ask.length - 1, ask.length + 1);
      copyDone.copy(scratch, at);
      return copyOut(at + copyDone.length);
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
export function copyRows<Row>(client: pg.ClientBase, into: CopyInto<Row>, rows: readonly Row[]): Promise<void> {
  const messages = into.encode(rows);
  return new Promise((resolve, reject) => {
    (client as unknown as Client).query(new CopyQuery(messages), (error) => (error ? reject(error) : resolve()));
  });
}

interface Client {
  query(query: CopyQuery, told: (error: Error | null) => void): void;
}
