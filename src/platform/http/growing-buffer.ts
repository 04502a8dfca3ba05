/**
 * Collects bytes that arrive in chunks. A sender may choose chunks of one byte, and each Buffer of Node takes about 100
 * bytes, so chunks are copied together: a body takes at most twice its size. A single chunk is not copied.
 */
export class GrowingBuffer {
  #buffer: Buffer | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#buffer === undefined) {
      this.#buffer = chunk;
    } else {
      if (length > this.#buffer.length || this.#length === this.#buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * length, 1_024));
        this.#buffer.copy(larger, 0, 0, this.#length);
        this.#buffer = larger;
      }
      chunk.copy(this.#buffer, this.#length);
    }
    this.#length = length;
  }

  /** The collected bytes. Valid until the next `add`. */
  bytes(): Buffer {
    const buffer = this.#buffer ?? Buffer.alloc(0);
    return buffer.length === this.#length ? buffer : buffer.subarray(0, this.#length);
  }
}
