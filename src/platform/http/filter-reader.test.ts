import { describe, expect, it } from 'vitest';
import { compileFilterReader } from './filter-reader.ts';

const names = [
  ['OrderNo', 'OrderNumber', 'OrderNumbers'],
  ['Warehouse', 'Warehouses'],
  ['ItemNo', 'ItemNumbers'],
];
const read = compileFilterReader(
  {
    OrderNumbers: { type: 'array', items: { type: 'string' } },
    Warehouse: { type: 'string' },
    Skip: { type: 'integer' },
  },
  names,
  ['Authentication'],
);
const faultsOf = (body: object) => read(body as Record<string, unknown>).faults.map((f) => `${f.field} ${f.code}`);

describe('filters of a query', () => {
  it.each([
    ['one of a list', { OrderNo: 'A-1' }, { OrderNumbers: ['A-1'] }],
    ['a list', { OrderNumber: ['A-1', 'A-2'] }, { OrderNumbers: ['A-1', 'A-2'] }],
    ['a list of one', { Warehouses: ['APC01'] }, { Warehouse: 'APC01' }],
    ['the same value twice', { Warehouse: 'APC01', Warehouses: ['APC01'] }, { Warehouse: 'APC01' }],
    ['beside an empty one', { Warehouse: '', Warehouses: ['APC01'] }, { Warehouse: 'APC01' }],
  ])('are read under another name: %s', (_, body, expected) => {
    const filters = read(body as Record<string, unknown>);
    expect(filters.faults).toEqual([]);
    expect(filters.body).toMatchObject(expected);
  });

  it.each([
    ['several values for one', { Warehouses: ['APC01', 'SJU01'] }, ['Warehouses UnknownParameter']],
    ['two different values', { OrderNo: 'A-1', OrderNumbers: ['A-2'] }, ['OrderNo Conflict']],
    ['two different other names', { OrderNo: 'A-1', OrderNumber: 'A-2' }, ['OrderNumber Conflict']],
    ['a filter of another query', { ItemNo: 'PINOT' }, ['ItemNo UnknownParameter']],
    ['another letter case', { orderNumbers: ['A-1'] }, ['orderNumbers UnknownParameter']],
    ['another letter case of another name', { orderno: 'A-1' }, ['orderno UnknownParameter']],
    ['another letter case of the page', { skip: 500 }, ['skip UnknownParameter']],
  ])('are faults: %s', (_, body, faults) => {
    expect(faultsOf(body)).toEqual(faults);
  });

  it('are absent when they are empty, and other unknown properties are ignored', () => {
    const body = { ItemNo: null, ItemNumbers: [], Warehouses: [null], OrderNo: '', Extra: 1, Authentication: {} };
    expect(read(body)).toEqual({ body, faults: [] });
  });

  it('name what the query reads', () => {
    expect(read({ ItemNo: 'PINOT', skip: 1 }).faults.map(({ message }) => message)).toEqual([
      'is not a filter of this operation, which reads OrderNumbers, Warehouse, Skip',
      'is not a property of this operation; names are case-sensitive: use Skip',
    ]);
    expect(compileFilterReader({}, names, [])({ OrderNo: 'A-1' }).faults).toMatchObject([
      { field: 'OrderNo', message: 'is not a filter of this operation, which has none' },
    ]);
  });
});
