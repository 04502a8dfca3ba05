/**
 * A reply that is a file of any length, written at the speed of its reader.
 *
 * Guarantees: a chunk is created when the one before was taken. A file whose rest cannot be created ends with its connection, so
 * that no part of it looks like all of it. A reader that takes nothing for a minute is cut; the time in which the next chunk is created
 * does not count.
 * `onClose` is called once, however the file ends, also when nothing of it was sent.
 */
import { Readable } from 'node:stream';

/** How long a reader may take for a chunk. */
const maxStallMs = 60_000;

interface FileDownloadContent {
  readonly name: string;
  /** As in `Content-Type`. */
  readonly type: string;
  readonly chunks: AsyncIterable<string>;
  readonly onClose: () => void;
}

export class FileDownloadStream {
  readonly headers: Readonly<Record<string, string>>;
  readonly readable: Readable;

  constructor({ name, type, chunks, onClose }: FileDownloadContent, stallMs = maxStallMs) {
    this.headers = {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    };
    const cut = () => readable.destroy(new Error('the reader of a file took nothing for too long'));
    let stalled = setTimeout(cut, stallMs);
    async function* watched(): AsyncGenerator<string> {
      clearTimeout(stalled);
      for await (const chunk of chunks) {
        if (readable.destroyed) return;
        stalled = setTimeout(cut, stallMs);
        yield chunk;
        clearTimeout(stalled);
      }
      stalled = setTimeout(cut, stallMs);
    }
    const readable = Readable.from(watched(), { objectMode: false });
    readable.once('close', () => {
      clearTimeout(stalled);
      onClose();
    });
    // Without a listener, an error after the reader has left would end the process. The server logs other errors.
    readable.on('error', () => undefined);
    this.readable = readable;
  }
}
