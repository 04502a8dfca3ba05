/**
 * Collects bytes that arrive in chunks. A sender may choose chunks of one byte, and each Buffer of Node takes about 100
 * bytes, so chunks are copied together: a body takes at most twice its size, or 1 KiB. A single chunk is not copied. Memory is
 * freed as soon as it is not needed.
 */
import { freeBuffer } from './free-buffer.ts';

/** Collects chunks of bytes in one buffer, which grows as needed. */
export class GrowingBuffer {
  readonly #maxLength: number;
  #buffer: Buffer | undefined;
  #length = 0;

  /** @param maxLength the capacity is never larger, unless more is added */
  constructor(maxLength = Number.POSITIVE_INFINITY) {
    this.#maxLength = maxLength;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes the chunk over: it may be empty afterward. */
  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#buffer === undefined) {
      this.#buffer = chunk;
    } else {
      if (length > this.#buffer.length) {
        const capacity = Math.max(length, Math.min(Math.max(2 * length, 1_024), this.#maxLength));
        const larger = Buffer.allocUnsafeSlow(capacity);
        this.#buffer.copy(larger, 0, 0, this.#length);
        freeBuffer(this.#buffer);
        this.#buffer = larger;
      }
      chunk.copy(this.#buffer, this.#length);
      freeBuffer(chunk);
    }
    this.#length = length;
  }

  /** The collected bytes. Valid until the next `add`. */
  bytes(): Buffer {
    const buffer = this.#buffer ?? Buffer.alloc(0);
    return buffer.length === this.#length ? buffer : buffer.subarray(0, this.#length);
  }

  /** Frees the bytes, also those that `bytes` has returned. `length` stays. */
  free(): void {
    if (this.#buffer !== undefined) freeBuffer(this.#buffer);
    this.#buffer = undefined;
  }
}
