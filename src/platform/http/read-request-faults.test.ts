import { describe, expect, it } from 'vitest';
import { faultTexts, operationWith, order, readBody } from '../../../test/support/read-request.ts';
import { limitFaults, maxFaults, validationRefusal } from '../errors.ts';
import { wineryInterfaceCodeLists } from './code-lists.ts';
import { compileRequestReader } from './read-request.ts';

describe('faults', () => {
  it('are all reported, each with its path and a code', () => {
    const { faults } = readBody({
      OrderInfo: { OrderNo: 'A', GiftCard: 2, GiftCardMessage: 'too long', Date: '02/30/2026', HoldOrder: 'yes' },
      ShipmentInfo: { ServiceWarehouseLocation: 'NIX01' },
      ItemsInfo: [{ ItemNo: '', ItemQuantity: 0 }, { ItemNo: 'B', ItemQuantity: '2.5' }, 'x'],
    });
    expect(faultTexts(faults).sort()).toEqual([
      'ItemsInfo[0].ItemNo MinLength',
      'ItemsInfo[0].ItemQuantity Minimum',
      'ItemsInfo[1].ItemQuantity Type',
      'ItemsInfo[2] Type',
      'OrderInfo.Date Format',
      'OrderInfo.GiftCard Enum',
      'OrderInfo.GiftCardMessage MaxLength',
      'OrderInfo.HoldOrder Enum',
      'OrderInfo.OrderNo MinLength',
      'OrderInfo.OrderType Required',
      'ShipmentInfo.ServiceWarehouseLocation Enum',
    ]);
    expect(faults).toContainEqual({
      field: 'OrderInfo.OrderNo',
      code: 'MinLength',
      message: 'must have at least 3 characters',
    });
  });

  it('of a missing property that was sent in another letter case says so', () => {
    const { faults } = readBody({
      OrderInfo: { ...order, OrderNo: undefined, orderNo: 'A-1' },
      ItemsInfo: [null, { itemNo: 'A', ItemQuantity: 1 }, { ItemQuantity: 1 }],
    });
    expect(faults.map(({ field, message }) => `${field} ${message}`).sort()).toEqual([
      'ItemsInfo[1].ItemNo is required; names are case-sensitive: use ItemNo',
      'ItemsInfo[2].ItemNo is required',
      'OrderInfo.OrderNo is required; names are case-sensitive: use OrderNo',
    ]);
  });

  it('count array members as they were sent, also behind a null', () => {
    const { faults } = readBody({ OrderInfo: order, ItemsInfo: [null, { ItemNo: 'A', ItemQuantity: 0 }] });
    expect(faultTexts(faults)).toEqual(['ItemsInfo[1].ItemQuantity Minimum']);
  });

  it('of an array that is too long: one, and its members are not read', () => {
    let reads = 0;
    const members = Array.from({ length: 50 }, () => ({
      get ItemNo() {
        reads += 1;
        return '';
      },
    }));
    const reader = compileRequestReader(operationWith(), 'Service');
    const reading = reader.read({ OrderInfo: order, ItemsInfo: members }, '', []);
    expect(reader.validate(reading, wineryInterfaceCodeLists, 'W100')).toEqual([
      { field: 'ItemsInfo', code: 'MaxItems', message: 'must have at most 4 entries' },
    ]);
    expect(reads).toBeLessThanOrEqual(5);
  });

  it('do not count null entries of an array', () => {
    const line = { ItemNo: 'A', ItemQuantity: 1 };
    const { faults } = readBody({ OrderInfo: order, ItemsInfo: [null, line, null, line, line, null, line, null] });
    expect(faults).toEqual([]);
  });

  it('are collected up to 100; the last entry states that there may be more', () => {
    const Numbers = Array.from({ length: 5000 }, () => 1);
    let checks = 0;
    const check = () => {
      checks += 1;
      return [];
    };
    const { faults } = readBody({ OrderInfo: {}, Numbers, AdditionalFields: { a: '\u0000' } }, { check });
    expect(faults).toHaveLength(maxFaults + 1);
    expect(checks).toBe(0);
    const refusal = validationRefusal(faults);
    expect(refusal.reason).toContain('. There are at least 100 more problems; see Errors.');
    expect(refusal.faults).toHaveLength(101);
    expect(refusal.faults?.at(-1)).toMatchObject({ field: '', code: 'MoreErrors' });
    expect(limitFaults(refusal.faults ?? [])).toEqual(refusal.faults);
    expect(readBody({ OrderInfo: order, Numbers: Numbers.slice(0, 100) }).faults).toHaveLength(100);
  });

  it('of the operation are collected up to 100 as well', () => {
    const check = () =>
      Array.from({ length: 2000 }, (_, i) => ({ field: `Numbers[${i}]`, code: 'Odd', message: 'is odd' }));
    expect(readBody({ OrderInfo: order }, { check }).faults).toHaveLength(maxFaults + 1);
    expect(readBody({ OrderInfo: { ...order, GiftCard: 2 } }, { check }).faults).toHaveLength(maxFaults + 1);
  });

  it('of unstorable texts in open objects are bounded', () => {
    const texts = Array.from({ length: 5000 }, () => '\u0000');
    const sent = JSON.stringify({ OrderInfo: order, AdditionalFields: { texts } });
    const reading = compileRequestReader(operationWith(), 'Service').read(JSON.parse(sent), sent, []);
    expect(reading.faults.length).toBeLessThanOrEqual(maxFaults + 1);
  });

  it('of ambiguous values state what is accepted', () => {
    const { faults } = readBody({
      OrderInfo: { OrderNo: 1.5, OrderType: 'CLUB', GiftCard: 'yes', GiftCardMessage: 5, Date: '13/13/2026' },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 'two', Price: '1,5' }],
    });
    expect(Object.fromEntries(faults.map(({ field, message }) => [field, message]))).toEqual({
      'OrderInfo.OrderNo': 'must be a string',
      'OrderInfo.GiftCard': 'must be 0 or 1',
      'OrderInfo.GiftCardMessage': 'must be a string',
      'OrderInfo.Date': 'must be a date, MM/DD/YYYY or YYYY-MM-DD',
      'ItemsInfo[0].ItemQuantity': 'must be an integer, such as 2',
      'ItemsInfo[0].Price': 'must be a number, such as 12.5',
    });
  });

  it('of the schema and of the operation are reported together, each field once', () => {
    const seen: unknown[] = [];
    const { faults } = readBody(
      {
        OrderInfo: { ...order, GiftCard: 1, GiftCardMessage: 'too long' },
        ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }],
        Numbers: ['x', 'yy', 'zz'],
      },
      {
        check: (checked) => {
          seen.push(structuredClone(checked));
          return [
            { field: 'OrderInfo.GiftCardMessage', code: 'Required', message: 'is required' },
            { field: 'Numbers[0]', code: 'Odd', message: 'is odd' },
          ];
        },
      },
    );
    expect(seen).toEqual([
      { OrderInfo: { ...order, GiftCard: 1 }, ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }], Numbers: ['yy', 'zz'] },
    ]);
    expect(faultTexts(faults).sort()).toEqual([
      'Numbers[0] MinLength',
      'Numbers[1] Odd',
      'OrderInfo.GiftCardMessage MaxLength',
    ]);
  });

  it('ignores errors of a rule on input that the schema rejected; on a valid request it throws', () => {
    const check = (checked: unknown) => [
      { field: (checked as { Missing: { deep: string } }).Missing.deep, code: 'x', message: 'x' },
    ];
    expect(faultTexts(readBody({ OrderInfo: { ...order, GiftCard: 2 } }, { check }).faults)).toEqual([
      'OrderInfo.GiftCard Enum',
    ]);
    expect(() => readBody({ OrderInfo: order }, { check })).toThrow(TypeError);
  });
});
