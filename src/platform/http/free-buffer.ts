/** Smaller buffers are left to the garbage collector, which costs less. */
const minFreedBytes = 16 * 1024;

/**
 * Frees the memory of a buffer at once; the buffer is empty from then on. V8 does not count this memory as its heap and
 * collects it late: 64 MiB of request bodies that are received and dropped would otherwise take several hundred. A buffer that
 * is small, or part of a larger one, is left as it is.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength < minFreedBytes || byteLength !== buffer.byteLength) return;
  // Transferring detaches the buffer and frees what the copy of no bytes has no room for.
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
