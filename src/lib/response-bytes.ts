/** Reads bodies of responses up to a limit: a compressed body may be a thousand times as large as what arrives. */

/** The response has more bytes than it may. Its connection is closed. */
export class ResponseTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/**
 * Reads the whole body, decompressed. Rejects with `ResponseTooLarge` as soon as it has more than `maxBytes`, and with the errors of
 * `fetch` when the connection fails.
 */
export async function readResponseBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new ResponseTooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
