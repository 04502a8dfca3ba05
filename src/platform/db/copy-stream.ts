/**
 * Streams the rows of a table by COPY from one database into another, or to and from a file, without keeping more than a few of them
 * in memory: while the target does not accept more, nothing is read from the source.
 */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';

/** The part of the driver's connection that COPY needs. */
interface CopyConnection {
  readonly stream: {
    readonly writableNeedDrain: boolean;
    pause(): void;
    resume(): void;
    once(event: 'drain', listener: () => void): void;
  };
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

type Done = (error: Error | null, result?: { readonly rowCount: number | null }) => void;

interface CopyClient {
  query(query: pg.Query, done: Done): void;
  readonly connection: CopyConnection;
}

/** Calls back when PostgreSQL accepts rows. */
class CopyInQuery extends pg.Query {
  readonly handleCopyInResponse: () => void;

  constructor(text: string, onReady: () => void) {
    super(text);
    this.handleCopyInResponse = onReady;
  }
}

class CopyOutQuery extends pg.Query {
  readonly handleCopyData: (message: { readonly chunk: Uint8Array }) => void;

  constructor(text: string, onChunk: (chunk: Uint8Array) => void) {
    super(text);
    this.handleCopyData = ({ chunk }) => onChunk(chunk);
  }
}

/**
 * Copies the columns of all rows of `table` (both quoted where needed) into `into`, by default a table of the same name, and resolves
 * with their number. Rejects with the first error; then both connections are to be closed.
 */
export function copyTableBetweenConnections(
  source: pg.Client,
  target: pg.Client,
  table: string,
  columns: string,
  into = table,
): Promise<number> {
  const from = source as unknown as CopyClient;
  const to = target as unknown as CopyClient;
  return new Promise((resolve, reject) => {
    let sent: number | undefined;
    let isPaused = false;
    const start = () => from.query(copyOut, onSent);
    const onSent: Done = (error, result) => {
      if (error !== null) {
        to.connection.sendCopyFail('the source failed');
        reject(error);
        return;
      }
      sent = result?.rowCount ?? 0;
      to.connection.endCopyFrom();
    };
    const copyOut = new CopyOutQuery(`copy (select ${columns} from ${table}) to stdout (format binary)`, (chunk) => {
      to.connection.sendCopyFromChunk(chunk);
      // What was received before the pause still arrives.
      if (isPaused || !to.connection.stream.writableNeedDrain) return;
      isPaused = true;
      from.connection.stream.pause();
      to.connection.stream.once('drain', () => {
        isPaused = false;
        from.connection.stream.resume();
      });
    });
    to.query(new CopyInQuery(`copy ${into} (${columns}) from stdin (format binary)`, start), (error, result) => {
      if (error !== null) reject(error);
      else if (result?.rowCount !== sent)
        reject(new Error(`${sent} rows of ${table} were sent, ${result?.rowCount} arrived`));
      else resolve(sent ?? 0);
    });
  });
}

/** Writes the rows of a query in COPY's text format, one a line, and resolves with their number. The stream stays open. */
export function copyToStream(source: pg.Client, query: string, target: Writable): Promise<number> {
  const from = source as unknown as CopyClient;
  let isPaused = false;
  return new Promise((resolve, reject) => {
    const onChunk = (chunk: Uint8Array): void => {
      // A copy, because the driver reuses the chunk's memory while the stream still holds it.
      if (target.write(Buffer.from(chunk)) || isPaused) return;
      isPaused = true;
      from.connection.stream.pause();
      target.once('drain', () => {
        isPaused = false;
        from.connection.stream.resume();
      });
    };
    target.once('error', reject);
    from.query(new CopyOutQuery(`copy (${query}) to stdout`, onChunk), (error, result) => {
      target.off('error', reject);
      // A stream that ends after the last chunk emits no `drain`, and nothing more would be read from the connection.
      from.connection.stream.resume();
      if (error === null) resolve(result?.rowCount ?? 0);
      else reject(error);
    });
  });
}

/** Inserts rows in COPY's text format into columns of a table (both quoted where needed), and resolves with their number. */
export function copyFromStream(target: pg.Client, table: string, columns: string, source: Readable): Promise<number> {
  const to = target as unknown as CopyClient;
  const send = async (): Promise<void> => {
    try {
      for await (const chunk of source) {
        to.connection.sendCopyFromChunk(chunk as Uint8Array);
        if (to.connection.stream.writableNeedDrain) await once(to.connection.stream as never, 'drain');
      }
      to.connection.endCopyFrom();
    } catch (error) {
      to.connection.sendCopyFail((error as Error).message);
    }
  };
  return new Promise((resolve, reject) => {
    const query = new CopyInQuery(`copy ${table} (${columns}) from stdin`, () => void send());
    to.query(query, (error, result) => {
      if (error === null) resolve(result?.rowCount ?? 0);
      else reject(error);
    });
  });
}
