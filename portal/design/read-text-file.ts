/** Reads a text file as spreadsheets save it: UTF-8, or UTF-16 with its mark. */

/** A larger file is not read: its text would be above every limit of the portal. */
const maxBytes = 20_000_000;

interface ReadFile {
  readonly text?: string;
  /** Why the file cannot be read, and what to do, for a person. */
  readonly fault?: string;
}

export async function readTextFile(file: Blob): Promise<ReadFile> {
  if (file.size > maxBytes) return { fault: 'The file is larger than 20 MB. Split it into several files.' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  if (text?.includes('\0')) return { fault: 'This is not a text file. Save the table as CSV, and choose that file.' };
  // Another encoding would be read with wrong letters, and names would be imported with them.
  if (text === undefined)
    return { fault: 'The file is not in UTF-8. Save it as “CSV UTF-8” in the spreadsheet, and choose it again.' };
  return text === '' ? { fault: 'The file is empty.' } : { text };
}

function decode(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : isBigEndian(bytes) ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isBigEndian = ([first, second]: Uint8Array): boolean => first === 0xfe && second === 0xff;
