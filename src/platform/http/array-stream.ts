/**
 * A reply that is an array of any length (decision 15: lists without `Top` answer everything, streamed). Its members are
 * made, written and forgotten portion by portion, as fast as the caller reads them.
 */
import { Readable } from 'node:stream';

/** The members in portions, each made when the one before has been taken. */
export class ArrayStream {
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
