/**
 * CSV parser (RFC 4180): quoted fields may contain commas, line breaks and doubled quotes. Accepts LF, CRLF and CR,
 * ignores a byte order mark, and skips empty lines.
 */

interface CsvRow {
  /** The line where the row begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** What ends a line. */
export const lineBreakPattern = /\r\n?|\n/;

/** Invalid CSV: an unclosed quote, or text after a closing quote. */
export class CsvSyntaxError extends Error {
  /** From 1: where the quote opens, or where the text follows. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = 'CsvSyntaxError';
    this.line = line;
  }
}

/**
 * Yields the rows of a text one at a time, without empty lines and without a byte order mark. A quote inside a field that does not
 * begin with one is a character like any other.
 * @throws CsvSyntaxError for an unclosed quote, or text after a closing quote
 */
export function* parseCsv(text: string): Generator<CsvRow> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const startLine = line;
    const fields: string[] = [];
    let ended = false;
    while (!ended) {
      let field: string;
      if (text[at] === '"') {
        const quoted = quotedField(text, at, line);
        field = quoted.field;
        at = quoted.end;
        line += quoted.lines;
        const next = text[at];
        if (next !== undefined && next !== ',' && next !== '\n' && next !== '\r') {
          throw new CsvSyntaxError(line, 'text follows a closing quote');
        }
      } else {
        const end = endOfField(text, at);
        field = text.slice(at, end);
        at = end;
      }
      fields.push(field);
      if (text[at] === ',') {
        at += 1;
      } else {
        if (text[at] === '\r') at += 1;
        if (text[at] === '\n') at += 1;
        line += 1;
        ended = true;
      }
    }
    if (fields.length > 1 || fields[0] !== '') yield { line: startLine, fields };
  }
}

function endOfField(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function quotedField(text: string, from: number, line: number): { field: string; end: number; lines: number } {
  let field = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new CsvSyntaxError(line, 'a quote is never closed');
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      return { field, end: quote + 1, lines: field.split(lineBreakPattern).length - 1 };
    }
    field += '"';
    at = quote + 2;
  }
}
