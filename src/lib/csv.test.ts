import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvSyntaxError, parseCsv } from './csv.ts';

const rows = (text: string) => [...parseCsv(text)].map((row) => [row.line, ...row.fields]);

describe('parseCsv', () => {
  it('reads plain and quoted fields, and says in which line a row begins', () => {
    expect(rows('a,b\n1,"x, ""y""\nz"\r\n\n,\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'x, "y"\nz'],
      [5, '', ''],
    ]);
    expect(rows('a\r"x\ry\r\nz"\r\r,')).toEqual([
      [1, 'a'],
      [2, 'x\ry\r\nz'],
      [6, '', ''],
    ]);
    expect(rows('\uFEFFa')).toEqual([[1, 'a']]);
    expect(rows('')).toEqual([]);
    expect(rows('a,')).toEqual([[1, 'a', '']]);
  });

  it('refuses what is no CSV, and says where', () => {
    expect(() => rows('a\nb,"c\nd')).toThrow(new CsvSyntaxError(2, 'a quote is never closed'));
    expect(() => rows('a\n"b"c')).toThrow('line 2: text follows a closing quote');
  });

  it('reads back what was written', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é') });
    const write = (row: readonly string[]) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (written) => {
        expect([...parseCsv(written.map(write).join('\r\n'))].map((row) => row.fields)).toEqual(written);
      }),
    );
  });
});
