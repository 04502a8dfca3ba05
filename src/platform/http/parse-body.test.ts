import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { parseBody } from './parse-body.ts';
import { maxJsonDepth, maxJsonValuesParsedAtOnce, scanJson } from './scan-json.ts';

const maxValues = { request: maxJsonValuesParsedAtOnce, batch: 250_000 };

const parse = (text: string, most: number = maxValues.batch) => parseBody(Buffer.from(text), most);
const refusalOf = async (text: string, most?: number) => {
  const parsed = await parse(text, most);
  return parsed instanceof AppError ? parsed.refusal : undefined;
};
const repeated = (unit: string, count: number) => Array.from({ length: count }, () => unit).join(',');

describe('parseBody', () => {
  it('reads what JSON.parse reads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5 }), async (text) => {
        expect(await parse(text)).toEqual({ value: JSON.parse(text), text });
      }),
    );
  });

  it('reads long lists in parts as JSON.parse does at once, strings and commas of every kind in them', async () => {
    const member = fc.oneof(fc.constant({ 'a,]"': '}[,"\\', ü: ['é', { b: [] }] }), fc.jsonValue({ maxDepth: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 5 }), fc.jsonValue(), async (members, other) => {
        const list = Array.from({ length: 12_000 }, (_, index) => members[index % members.length]);
        const body = { before: other, List: list, short: [1, 2], Other: list.slice(0, 6_000), after: 'é' };
        const text = JSON.stringify(body);
        if ('refused' in scanJson(Buffer.from(text), maxValues.batch)) return;
        expect(parse(text)).toBeInstanceOf(Promise);
        const parsed = await parse(text);
        expect(JSON.stringify((parsed as { value: unknown }).value)).toBe(text);
      }),
      { numRuns: 10 },
    );
  });

  it('takes the last of two lists of one name, as JSON.parse does', async () => {
    const text = `{"a":[${repeated('1', 12_000)}],"a":[${repeated('2', 11_000)}],"b":[${repeated('3', 6_000)}]}`;
    expect(((await parse(text)) as { value: unknown }).value).toEqual(JSON.parse(text));
  });

  it.each([
    ['a comma at the end of a list', `{"a":[${repeated('1', 10_000)},]}`],
    ['a comma at the end of a part', `{"a":[${repeated('1', 5_000)},]}`],
    ['two commas between parts', `{"a":[${repeated('1', 5_000)},,${repeated('1', 5_000)}]}`],
    ['a list that is closed as an object', `{"a":[${repeated('1', 10_000)}}}`],
    ['a member that is closed as a list', `{"a":[${repeated('{"b":1}', 6_000)},{"b":1]]}`],
    ['a list that is not closed', `{"a":[${repeated('1', 10_000)}`],
    ['a body that goes on', `{"a":[${repeated('1', 10_000)}]}x`],
    ['a property in a list', `{"a":[${repeated('1', 10_000)},"b":1]}`],
  ])('refuses %s', async (_what, text) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(await refusalOf(text)).toMatchObject({ code: 'MalformedJson' });
  });

  it('skips a byte order mark, refuses what is not UTF-8 and what is empty', async () => {
    expect(await parse('\ufeff{}')).toEqual({ value: {}, text: '{}' });
    expect(parseBody(Buffer.from([0x22, 0xff, 0x22]), 10)).toBeInstanceOf(AppError);
    expect(await refusalOf(' \n')).toMatchObject({
      code: 'MalformedJson',
      reason: expect.stringContaining('is empty'),
    });
  });

  it('refuses deep bodies, and counts no bracket in a string', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(await refusalOf(nested(maxJsonDepth))).toBeUndefined();
    expect(await refusalOf(nested(maxJsonDepth + 1))).toMatchObject({ code: 'MalformedJson' });
    expect(await refusalOf(JSON.stringify({ a: `\\"${nested(1000)}` }))).toBeUndefined();
  });

  it.each([
    ['one list', (n: number) => `{"a":[${repeated('1', n)}]}`],
    ['one object', (n: number) => `{${Array.from({ length: n }, (_, i) => `"a${i}":1`).join(',')}}`],
    ['one member of a list', (n: number) => `{"a":[{"b":[${repeated('[]', n / 2)}]}]}`],
    [
      'many lists',
      (n: number) => `{${Array.from({ length: 50 }, (_, i) => `"a${i}":[${repeated('1', n / 50)}]`).join(',')}}`,
    ],
  ])('bounds the values of %s', async (_what, text) => {
    expect(await refusalOf(text(20_000), maxValues.request)).toBeUndefined();
    expect(await refusalOf(text(30_000), maxValues.request)).toMatchObject({ code: 'MalformedJson' });
  });

  it('takes ten times as many in a batch, but not in one place', async () => {
    const order = `{"Lines":[${repeated('{"ItemNo":"A","ItemQuantity":1}', 100)}]}`;
    expect(await refusalOf(`{"Orders":[${repeated(order, 500)}]}`)).toBeUndefined();
    expect(await refusalOf(`{"Orders":[${repeated(order, 1_000)}]}`)).toMatchObject({ code: 'MalformedJson' });
    expect(await refusalOf(`{"Orders":[[${repeated('1', 30_000)}]]}`)).toMatchObject({ code: 'MalformedJson' });
    expect(await refusalOf(`{"Orders":[1],"Other":{${repeated('"a":1', 30_000)}}}`)).toMatchObject({
      code: 'MalformedJson',
    });
  });

  it('lets others have their turn while it parses a batch', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 20;
      return now;
    });
    const member = (index: number) => `{${Array.from({ length: 40 }, (_, i) => `"k${index % 500}x${i}":1`).join(',')}}`;
    const parsed = parse(`{"Orders":[${Array.from({ length: 5_000 }, (_, index) => member(index)).join(',')}]}`);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    expect(await parsed).not.toBeInstanceOf(AppError);
    isDone = true;
    vi.restoreAllMocks();
    expect(turns).toBeGreaterThan(30);
  });
});
