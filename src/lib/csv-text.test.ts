import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { formatCsvHeader, formatCsvLines } from './csv-text.ts';

const columns = { Name: ({ name }: { name: string }) => name, Size: ({ name }: { name: string }) => name.length };
const csvOf = (...names: string[]) =>
  formatCsvHeader(columns) +
  formatCsvLines(
    columns,
    names.map((name) => ({ name })),
  );

test('writes what a reader reads, whatever the texts contain', () => {
  const names = ['plain', 'a, b', 'say "cheers"', 'two\r\nlines', ' 01 ', 'Žlutý', ''];
  const rows = [...parseCsv(csvOf(...names))].map(({ fields }) => fields[0]);
  expect(rows).toEqual(['Name', ...names]);
});

test.each(['=1+1', '+1-1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '-cmd'])(
  'a spreadsheet takes %j as a text',
  (name) => {
    expect([...parseCsv(csvOf(name))][1]?.fields[0]?.startsWith("'")).toBe(true);
  },
);

test('negative numbers stay numbers', () => {
  expect(csvOf('-12.5')).toBe('Name,Size\r\n-12.5,5\r\n');
});
