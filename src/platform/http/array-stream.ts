/**
 * A reply that is an array of any length (decision 15: lists without `Top` are streamed). Its items are created and written
 * in portions, at the speed of the caller.
 */
import { Readable } from 'node:stream';

/** Items in portions. A portion is created when the one before was consumed. */
export class JsonArrayStream {
  readonly #portions: AsyncIterable<readonly unknown[]>;

  constructor(portions: AsyncIterable<readonly unknown[]>) {
    this.#portions = portions;
  }

  /** The JSON text, a chunk for each portion. */
  toReadable(): Readable {
    const portions = this.#portions;
    async function* chunks(): AsyncGenerator<string> {
      let before = '[';
      for await (const members of portions) {
        if (members.length === 0) continue;
        yield before + members.map((member) => JSON.stringify(member)).join(',');
        before = ',';
      }
      yield before === '[' ? '[]' : ']';
    }
    return Readable.from(chunks(), { objectMode: false });
  }
}
