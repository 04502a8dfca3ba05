/**
 * Values in every spelling that is read (decision 4) are the same content under an `Idempotency-Key`: every scalar field of
 * every operation that writes, driven by the list of operations and the kind of the field.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { digitsCoercion, priceCoercion } from '../../src/lib/value-coercions.ts';
import { hashRequest } from '../../src/platform/http/idempotency-keys.ts';
import { isWrite, type Operation, operationName } from '../../src/platform/http/operation.ts';
import { compileRequestReader } from '../../src/platform/http/read-request.ts';
import type { ReaderSchema } from '../../src/platform/http/schema-reader.ts';
import { createSalesOrderOperation } from '../../src/sales-orders/operations/create-sales-order.ts';

/** One value in the declared spelling, then in the others. */
type Spellings = readonly unknown[];
type Steps = readonly (string | 0)[];

const twoDigits = (value: number) => String(value).padStart(2, '0');
const seconds = { min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) };

const cents = fc.integer({ min: 0, max: 99_999_999 });
const amounts = cents.map((value): Spellings => {
  const dollars = (value / 100).toFixed(2);
  const grouped = dollars.replace(/\B(?=(\d{3})+\.)/g, ',');
  return [dollars, value / 100, `$${dollars}`, `$${grouped}`, grouped];
});
const prices = amounts.map(([text, number, ...others]): Spellings => [number, text, ...others]);
const tenths = fc.integer({ min: 0, max: 1000 }).map((value) => value / 10);
const days = fc.integer(seconds).map((at): Spellings => {
  const iso = new Date(at).toISOString().slice(0, 10);
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
  const declared = `${twoDigits(month)}/${twoDigits(day)}/${year}`;
  return [
    declared,
    `${month}/${day}/${year}`,
    iso,
    `${iso}T00:00:00Z`,
    `${iso}T09:30:00+02:00`,
    `${declared} 12:00:00 AM`,
  ];
});
const instants = fc.integer(seconds).map((at): Spellings => {
  const second = new Date(at - (at % 1000));
  const utc = second.toISOString().slice(0, 19);
  const pacific = new Date(second.getTime() - 8 * 3_600_000).toISOString().slice(0, 19);
  return [
    `${utc}Z`,
    `${utc}+00:00`,
    `${utc}.000Z`,
    `${utc.replace('T', ' ')} UTC`,
    `${pacific}-08:00`,
    `${pacific}-0800`,
  ];
});
const digits = fc.nat(999_999_999).map((value): Spellings => [String(value), value]);
const zipCodes = fc
  .integer({ min: 501, max: 99_950 })
  .map((value): Spellings => [String(value).padStart(5, '0'), value]);
const flags = fc.boolean().map((value): Spellings => {
  const text = String(value);
  return [value, Number(value), text, text.toUpperCase(), String(Number(value))];
});

const formats: Readonly<Record<string, fc.Arbitrary<Spellings>>> = {
  'us-date': days,
  'iso-date-time': instants,
  'end-date-time': instants,
  amount: amounts,
  percentage: tenths.map((value) => [String(value), value, value.toFixed(2), `${value}%`]),
  decimal: tenths.map((value) => [String(value), value, value.toFixed(2)]),
};

/** Values of a field in its spellings; `undefined` where it has one only. */
function spellingsOf(name: string, { type, format, enum: values, coercion }: ReaderSchema) {
  if (format !== undefined) return formats[format];
  if (coercion === digitsCoercion) return digits;
  if (coercion === priceCoercion) return prices;
  if (coercion !== undefined && name === 'ZipCode') return zipCodes;
  if (coercion !== undefined) throw new Error(`${name} has a coercion that this test does not know`);
  if (type === 'boolean') return flags;
  if (values?.includes(0)) return flags.map((sent): Spellings => [Number(sent[0]), ...sent]);
  if (values !== undefined) return undefined;
  if (type === 'integer') return fc.integer().map((value): Spellings => [value, String(value)]);
  return type === 'number' ? tenths.map((value): Spellings => [value, String(value)]) : undefined;
}

function fieldsOf(schema: ReaderSchema, steps: Steps = []): [Steps, fc.Arbitrary<Spellings>][] {
  if (schema.ignored) return [];
  if (schema.independentItems) return fieldsOf(createSalesOrderOperation.request as ReaderSchema, [...steps, 0]);
  if (schema.items !== undefined) return fieldsOf(schema.items, [...steps, 0]);
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, property]) => fieldsOf(property, [...steps, name]));
  }
  const spellings = spellingsOf(String(steps.findLast((step) => step !== 0)), schema);
  return spellings === undefined ? [] : [[steps, spellings]];
}

const withValue = (steps: Steps, value: unknown): unknown =>
  steps.reduceRight((inner: unknown, step) => (step === 0 ? [inner] : { [step]: inner }), value);

async function hashOf(operation: Operation, body: unknown): Promise<string> {
  const { request } = compiled(operation).read(body as Record<string, unknown>, JSON.stringify(body), []);
  return (await hashRequest({}, request, operation, 'Service')).toString('hex');
}

const readers = new Map<Operation, ReturnType<typeof compileRequestReader>>();
function compiled(operation: Operation) {
  const reader = readers.get(operation) ?? compileRequestReader(operation, 'Service');
  readers.set(operation, reader);
  return reader;
}

const fields = wineryOperations.filter(isWrite).flatMap((operation) =>
  fieldsOf(operation.request as ReaderSchema).map(([steps, spellings]) => ({
    operation,
    steps,
    spellings,
    title: `${operationName(operation)} ${steps.join('.')}`,
  })),
);

test('the fields are those of the operations that write', () => {
  expect(fields.length).toBeGreaterThan(150);
  expect(fields.map(({ title }) => title)).toContain('SalesOrder/UpdateSalesOrder RecipientContactInfo.ZipCode');
});

describe.each(fields)('$title', ({ operation, steps, spellings }) => {
  test('is the same content in every spelling, and another value is not', async () => {
    await fc.assert(
      fc.asyncProperty(spellings, spellings, async ([declared, ...others], [other]) => {
        const hash = await hashOf(operation, withValue(steps, declared));
        for (const value of others)
          expect([value, await hashOf(operation, withValue(steps, value))]).toEqual([value, hash]);
        if (other !== declared) expect(await hashOf(operation, withValue(steps, other))).not.toBe(hash);
      }),
      { numRuns: 20 },
    );
  });
});
