import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  amountField,
  codeField,
  dateField,
  dateTimeField,
  endDateTimeField,
  flagField,
  nameField,
  openObjectField,
  priceField,
  textField,
  zipCodeField,
} from '../../contract/fields.ts';
import { HoldOrder } from '../../contract/orders.ts';
import { ShipmentInfo } from '../../contract/shipment.ts';
import { type Fault, limitFaults, maxFaults, validationRefusal } from '../errors.ts';
import { interfaceCodeLists } from './code-lists.ts';
import { defineQuery, type Operation } from './operation.ts';
import { compileRequest } from './read-request.ts';

const request = Type.Object({
  OrderInfo: Type.Object({
    OrderNo: textField('', { minLength: 3, maxLength: 30 }),
    OrderType: codeField('', ['CLUB', 'RETAIL']),
    GiftCard: Type.Optional(flagField('')),
    GiftCardMessage: Type.Optional(textField('', { maxLength: 5 })),
    HoldOrder: Type.Optional(HoldOrder),
    Date: Type.Optional(dateField('')),
    Storage: Type.Optional(codeField('', ['ServiceManagedStorage', 'Virtual'], { brandedValues: true })),
  }),
  ShipmentInfo: Type.Optional(ShipmentInfo),
  ItemsInfo: Type.Optional(
    Type.Array(
      Type.Object({
        ItemNo: textField('', { minLength: 1 }),
        ItemQuantity: Type.Integer({ minimum: 1 }),
        Price: Type.Optional(Type.Number()),
      }),
      { maxItems: 4 },
    ),
  ),
  Numbers: Type.Optional(Type.Array(textField('', { minLength: 2 }))),
  AdditionalFields: Type.Optional(openObjectField('')),
});

function operationWith(check?: (request: unknown) => Fault[]): Operation {
  return defineQuery({
    path: '/api/Test/Read',
    tag: 'Fulfillment',
    summary: '',
    description: '',
    environments: ['test'],
    credentials: 'Authentication',
    token: false,
    request,
    requestExample: { OrderInfo: { OrderNo: 'A-1', OrderType: 'CLUB' } },
    reply: { status: 200, description: '', schema: Type.String(), example: '' },
    errors: {},
    ...(check === undefined ? {} : { check }),
    execute: () => Promise.resolve(''),
  });
}

const order = { OrderNo: 'A-100', OrderType: 'CLUB' };

function read(
  body: object,
  options: { brand?: string; check?: (request: unknown) => Fault[]; secrets?: string[] } = {},
) {
  const reader = compileRequest(operationWith(options.check), options.brand ?? 'Service');
  const sent = JSON.stringify(body);
  const reading = reader.read(JSON.parse(sent), sent, options.secrets ?? []);
  const faults = reader.validate(reading, interfaceCodeLists, 'W100');
  return { request: reading.request, unknown: reading.unknownProperties, faults };
}

const faultTexts = (faults: readonly Fault[]) => faults.map(({ field, code }) => `${field} ${code}`);

describe('reading', () => {
  it('takes null for absent, everywhere', () => {
    const { request, faults } = read({
      OrderInfo: { ...order, GiftCard: null, Date: null },
      ShipmentInfo: null,
      ItemsInfo: [null, { ItemNo: 'A', ItemQuantity: 1, Price: null }],
      AdditionalFields: { a: null, b: [null, 1] },
    });
    expect(faults).toEqual([]);
    expect(request).toEqual({
      OrderInfo: order,
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }],
      AdditionalFields: { b: [1] },
    });
  });

  it('takes "" for absent in enums, flags, dates, numbers and code lists', () => {
    const { request, faults } = read({
      OrderInfo: { ...order, GiftCard: '', Date: '', Storage: '', HoldOrder: '' },
      ShipmentInfo: { ShippingCarrier: '', RequestedShipmentDate: '', ServiceWarehouseLocation: '' },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1, Price: '' }],
    });
    expect(faults).toEqual([]);
    expect(request).toEqual({ OrderInfo: order, ShipmentInfo: {}, ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }] });
  });

  it('keeps "" in plain texts, and refuses it where a length or a value is required', () => {
    expect(read({ OrderInfo: { ...order, GiftCardMessage: '' } }).request).toEqual({
      OrderInfo: { ...order, GiftCardMessage: '' },
    });
    expect(faultTexts(read({ OrderInfo: { OrderNo: '', OrderType: '' } }).faults).sort()).toEqual([
      'OrderInfo.OrderNo MinLength',
      'OrderInfo.OrderType Required',
    ]);
  });

  it('drops unknown properties and names their paths, without their values', () => {
    const { request, unknown } = read({
      OrderInfo: { ...order, Color: 'red' },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1, Note: { deep: true } }],
      Authentication: { UserKey: 'u' },
      __proto: 1,
    });
    expect(unknown).toEqual(['OrderInfo.Color', 'ItemsInfo[0].Note', '__proto']);
    expect(request).toEqual({ OrderInfo: order, ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }] });
  });

  it('lets no body set a prototype', () => {
    const reader = compileRequest(operationWith(), 'Service');
    const sent =
      '{"__proto__":{"polluted":1},"OrderInfo":{"OrderNo":"A-100","OrderType":"CLUB","__proto__":{"GiftCard":1}},"AdditionalFields":{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}}';
    const reading = reader.read(JSON.parse(sent), sent, []);
    expect(Object.getPrototypeOf(reading.request)).toBe(Object.prototype);
    expect((reading.request.OrderInfo as { GiftCard?: number }).GiftCard).toBeUndefined();
    expect(Object.getPrototypeOf(reading.request.AdditionalFields)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(reading.unknownProperties).toEqual(['__proto__', 'OrderInfo.__proto__']);
  });

  it('bounds the depth of open objects', () => {
    let deep: object = {};
    for (let i = 0; i < 40; i += 1) deep = { deep };
    expect(faultTexts(read({ OrderInfo: order, AdditionalFields: deep }).faults)[0]).toMatch(/^AdditionalFields Depth/);
  });

  it('refuses numbers in open objects that no number can hold', () => {
    const reader = compileRequest(operationWith(), 'Service');
    const sent = '{"OrderInfo":{"OrderNo":"A-100","OrderType":"CLUB"},"AdditionalFields":{"a":[1e999],"b":1.5}}';
    expect(faultTexts(reader.read(JSON.parse(sent), sent, []).faults)).toEqual(['AdditionalFields Maximum']);
  });

  it('refuses characters that cannot be stored', () => {
    const { faults } = read({ OrderInfo: { ...order, GiftCardMessage: 'a\u0000' }, AdditionalFields: { a: '\ud800' } });
    expect(faultTexts(faults)).toEqual(['OrderInfo.GiftCardMessage Characters', 'AdditionalFields Characters']);
  });

  it('takes secrets out wherever else they stand', () => {
    const password = 'drp_test_abcdefghijklmnop';
    const { request, unknown } = read(
      {
        Authentication: { Password: password },
        OrderInfo: { ...order, OrderNo: password },
        [password]: 1,
        AdditionalFields: { [password]: [`x ${password}`] },
      },
      { secrets: [password] },
    );
    expect(JSON.stringify([request, unknown])).not.toContain(password);
  });
});

describe('other spellings of values', () => {
  const zip = Type.Object({
    ZipCode: Type.Optional(zipCodeField('', { minLength: 5, maxLength: 10 })),
    Country: Type.Optional(textField('')),
    Tax: Type.Optional(amountField('')),
    Price: Type.Optional(priceField('')),
    Open: Type.Optional(Type.Boolean()),
    PlacedAt: Type.Optional(dateTimeField('')),
    Until: Type.Optional(endDateTimeField('')),
    Numbers: Type.Optional(Type.Array(nameField(''))),
  });
  const readFields = (body: object) => {
    const reader = compileRequest({ ...operationWith(), request: zip }, 'Service');
    const reading = reader.read(JSON.parse(JSON.stringify(body)), '', []);
    return { request: reading.request, faults: faultTexts(reader.validate(reading, interfaceCodeLists, 'W100')) };
  };

  it('become the declared ones, by the kind of field', () => {
    const { request, faults } = read({
      OrderInfo: { ...order, GiftCard: '1', HoldOrder: 'True', Date: '2026-12-07T23:00:00-08:00' },
      ShipmentInfo: { RequestedShipmentDate: '12/07/2026 12:00:00 AM', IcePack: true },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: '2', Price: '4.5' }],
    });
    expect(faults).toEqual([]);
    expect(request).toEqual({
      OrderInfo: { ...order, GiftCard: 1, HoldOrder: true, Date: '12/07/2026' },
      ShipmentInfo: { RequestedShipmentDate: '12/07/2026', IcePack: 1 },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 2, Price: 4.5 }],
    });
    expect(
      readFields({
        Tax: '$1,234.5',
        Price: '$65.00',
        Open: 'false',
        PlacedAt: '2026-11-20 10:00:00 UTC',
        Until: '11/20/2026',
        Numbers: [1001, 'A'],
      }),
    ).toEqual({
      faults: [],
      request: {
        Tax: '1234.50',
        Price: 65,
        Open: false,
        PlacedAt: '2026-11-20T10:00:00Z',
        Until: '2026-11-20T23:59:59.999999',
        Numbers: ['1001', 'A'],
      },
    });
  });

  it.each([
    [10118, undefined, '10118'],
    [2134, 'US', '02134'],
    [501, ' usa ', '00501'],
    [601, 'PR', '00601'],
    [101180001, null, '101180001'],
    [21340001, 'US', '021340001'],
    ['AB123', 'US', 'AB123'],
  ])('a ZIP code %j in %j is %s', (ZipCode, Country, expected) => {
    expect(readFields({ ZipCode, Country }).request).toMatchObject({ ZipCode: expected });
  });

  it.each([
    [8001, 'CH'],
    [101180, 'US'],
    [2134.5, 'US'],
    [-2134, 'US'],
    [1011800010, 'US'],
    [true, 'US'],
    [10118, { is: 'US' }],
  ])('a ZIP code %j in %j is a fault', (ZipCode, Country) => {
    expect(readFields({ ZipCode, Country }).faults).toContain('ZipCode Type');
  });

  it('hide no secret and no character that cannot be stored', () => {
    const { faults } = read({ OrderInfo: { ...order, Date: '2026-12-07\u0000', GiftCardMessage: 'a\u0000' } });
    expect(faultTexts(faults)).toEqual(['OrderInfo.Date Characters', 'OrderInfo.GiftCardMessage Characters']);
  });
});

describe('brand', () => {
  const brand = 'Acme';

  it('unifies both spellings of names and values', () => {
    for (const spelled of ['Acme', 'Service']) {
      const { request, faults } = read(
        {
          OrderInfo: { ...order, Storage: `${spelled}ManagedStorage` },
          ShipmentInfo: { [`${spelled}WarehouseLocation`]: 'APC01' },
        },
        { brand },
      );
      expect(faults).toEqual([]);
      expect(request).toEqual({
        OrderInfo: { ...order, Storage: 'ServiceManagedStorage' },
        ShipmentInfo: { ServiceWarehouseLocation: 'APC01' },
      });
    }
  });

  it('refuses both given and different, and accepts both given and equal', () => {
    const both = (other: string) =>
      read(
        { OrderInfo: order, ShipmentInfo: { AcmeWarehouseLocation: 'APC01', ServiceWarehouseLocation: other } },
        { brand },
      );
    expect(both('APC01').faults).toEqual([]);
    expect(faultTexts(both('APC02').faults)).toEqual(['ShipmentInfo.AcmeWarehouseLocation Conflict']);
  });

  it('takes an empty one for absent, in either spelling', () => {
    for (const shipment of [
      { AcmeWarehouseLocation: 'APC01', ServiceWarehouseLocation: '' },
      { AcmeWarehouseLocation: '', ServiceWarehouseLocation: 'APC01' },
    ]) {
      const { request, faults } = read({ OrderInfo: order, ShipmentInfo: shipment }, { brand });
      expect(faults).toEqual([]);
      expect(request.ShipmentInfo).toEqual({ ServiceWarehouseLocation: 'APC01' });
    }
  });

  it('tells faults in the brand’s spelling', () => {
    const { faults } = read(
      { OrderInfo: { ...order, Storage: 'x' }, ShipmentInfo: { AcmeWarehouseLocation: 'NIX' } },
      { brand },
    );
    expect(faultTexts(faults).sort()).toEqual(['OrderInfo.Storage Enum', 'ShipmentInfo.AcmeWarehouseLocation Enum']);
    expect(faults.find((fault) => fault.field === 'OrderInfo.Storage')?.message).toContain('AcmeManagedStorage');
  });
});

describe('faults', () => {
  it('are all told, each with its path and a code', () => {
    const { faults } = read({
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

  it('count array members as they were sent, also behind a null', () => {
    const { faults } = read({ OrderInfo: order, ItemsInfo: [null, { ItemNo: 'A', ItemQuantity: 0 }] });
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
    const reader = compileRequest(operationWith(), 'Service');
    const reading = reader.read({ OrderInfo: order, ItemsInfo: members }, '', []);
    expect(reader.validate(reading, interfaceCodeLists, 'W100')).toEqual([
      { field: 'ItemsInfo', code: 'MaxItems', message: 'must have at most 4 entries' },
    ]);
    expect(reads).toBeLessThanOrEqual(5);
  });

  it('of an array: a null counts for nothing', () => {
    const line = { ItemNo: 'A', ItemQuantity: 1 };
    const { faults } = read({ OrderInfo: order, ItemsInfo: [null, line, null, line, line, null, line, null] });
    expect(faults).toEqual([]);
  });

  it('are collected up to 100, and the last entry says that there may be more', () => {
    const Numbers = Array.from({ length: 5000 }, () => 1);
    let checks = 0;
    const check = () => {
      checks += 1;
      return [];
    };
    const { faults } = read({ OrderInfo: {}, Numbers, AdditionalFields: { a: '\u0000' } }, { check });
    expect(faults).toHaveLength(maxFaults + 1);
    expect(checks).toBe(0);
    const refusal = validationRefusal(faults);
    expect(refusal.reason).toContain('. There are at least 100 more problems; see Errors.');
    expect(refusal.faults).toHaveLength(101);
    expect(refusal.faults?.at(-1)).toMatchObject({ field: '', code: 'MoreErrors' });
    expect(limitFaults(refusal.faults ?? [])).toEqual(refusal.faults);
    expect(read({ OrderInfo: order, Numbers: Numbers.slice(0, 100) }).faults).toHaveLength(100);
  });

  it('of the operation are collected up to 100 as well', () => {
    const check = () =>
      Array.from({ length: 2000 }, (_, i) => ({ field: `Numbers[${i}]`, code: 'Odd', message: 'is odd' }));
    expect(read({ OrderInfo: order }, { check }).faults).toHaveLength(maxFaults + 1);
    expect(read({ OrderInfo: { ...order, GiftCard: 2 } }, { check }).faults).toHaveLength(maxFaults + 1);
  });

  it('of unstorable texts in open objects are not collected without end', () => {
    const texts = Array.from({ length: 5000 }, () => '\u0000');
    const sent = JSON.stringify({ OrderInfo: order, AdditionalFields: { texts } });
    const reading = compileRequest(operationWith(), 'Service').read(JSON.parse(sent), sent, []);
    expect(reading.faults.length).toBeLessThanOrEqual(maxFaults + 1);
  });

  it('of values that are ambiguous, or of another kind of field, say what is accepted', () => {
    const { faults } = read({
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

  it('of the schema and of the operation are told together, each place once', () => {
    const seen: unknown[] = [];
    const { faults } = read(
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

  it('a rule that stumbles over what the schema refused tells nothing; over a valid request it is loud', () => {
    const check = (checked: unknown) => [
      { field: (checked as { Missing: { deep: string } }).Missing.deep, code: 'x', message: 'x' },
    ];
    expect(faultTexts(read({ OrderInfo: { ...order, GiftCard: 2 } }, { check }).faults)).toEqual([
      'OrderInfo.GiftCard Enum',
    ]);
    expect(() => read({ OrderInfo: order }, { check })).toThrow(TypeError);
  });
});
