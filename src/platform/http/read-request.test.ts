import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { faultTexts, operationWith, order, readBody } from '../../../test/support/read-request.ts';
import {
  dateTimeField,
  dollarAmountStringField,
  endDateTimeField,
  identifierField,
  priceField,
  textField,
  zipCodeField,
} from '../../contract/fields.ts';
import { wineryInterfaceCodeLists } from './code-lists.ts';
import { compileRequestReader } from './read-request.ts';

describe('reading', () => {
  it('treats null as absent, everywhere', () => {
    const { request, faults } = readBody({
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

  it('treats a list of nothing but null as absent, and keeps an empty one', () => {
    expect(readBody({ OrderInfo: order, ItemsInfo: [null, null] })).toMatchObject({
      request: { OrderInfo: order },
      faults: [],
    });
    expect(readBody({ OrderInfo: order, ItemsInfo: [null] }).request).not.toHaveProperty('ItemsInfo');
    expect(readBody({ OrderInfo: order, ItemsInfo: [] }).request).toEqual({ OrderInfo: order, ItemsInfo: [] });
  });

  it('treats "" as absent in enums, flags, dates, numbers and code lists', () => {
    const { request, faults } = readBody({
      OrderInfo: { ...order, GiftCard: '', Date: '', Storage: '', HoldOrder: '' },
      ShipmentInfo: { ShippingCarrier: '', RequestedShipmentDate: '', ServiceWarehouseLocation: '' },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1, Price: '' }],
    });
    expect(faults).toEqual([]);
    expect(request).toEqual({ OrderInfo: order, ShipmentInfo: {}, ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }] });
  });

  it('keeps "" in plain texts, and rejects it where a length or a value is required', () => {
    expect(readBody({ OrderInfo: { ...order, GiftCardMessage: '' } }).request).toEqual({
      OrderInfo: { ...order, GiftCardMessage: '' },
    });
    expect(faultTexts(readBody({ OrderInfo: { OrderNo: '', OrderType: '' } }).faults).sort()).toEqual([
      'OrderInfo.OrderNo MinLength',
      'OrderInfo.OrderType Required',
    ]);
  });

  it('drops unknown properties and names their paths, without their values', () => {
    const { request, unknown } = readBody({
      OrderInfo: { ...order, Color: 'red' },
      ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1, Note: { deep: true } }],
      Authentication: { UserKey: 'u' },
      __proto: 1,
    });
    expect(unknown).toEqual(['OrderInfo.Color', 'ItemsInfo[0].Note', '__proto']);
    expect(request).toEqual({ OrderInfo: order, ItemsInfo: [{ ItemNo: 'A', ItemQuantity: 1 }] });
  });

  it('does not let a body set a prototype', () => {
    const reader = compileRequestReader(operationWith(), 'Service');
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
    expect(faultTexts(readBody({ OrderInfo: order, AdditionalFields: deep }).faults)[0]).toMatch(
      /^AdditionalFields Depth/,
    );
  });

  it('rejects numbers in open objects that a number cannot represent', () => {
    const reader = compileRequestReader(operationWith(), 'Service');
    const sent = '{"OrderInfo":{"OrderNo":"A-100","OrderType":"CLUB"},"AdditionalFields":{"a":[1e999],"b":1.5}}';
    expect(faultTexts(reader.read(JSON.parse(sent), sent, []).faults)).toEqual(['AdditionalFields Maximum']);
  });

  it('rejects characters that cannot be stored', () => {
    const { faults } = readBody({
      OrderInfo: { ...order, GiftCardMessage: 'a\u0000' },
      AdditionalFields: { a: '\ud800' },
    });
    expect(faultTexts(faults)).toEqual(['OrderInfo.GiftCardMessage Characters', 'AdditionalFields Characters']);
  });

  it('redacts secrets everywhere else in the body', () => {
    const password = 'drp_test_abcdefghijklmnop';
    const { request, unknown } = readBody(
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

  it.each([
    ['the access token of the call', 'drt_test_abcdefghijklmnopqrstuvwxyz', '[secret]'],
    ['another credential', 'drp_live_abcdefghijklmnopqrstuvwxyz', '[credential]'],
    ['a secret that does not look like a credential', 'an-opaque-token-of-old', '[secret]'],
  ])('redacts %s that is sent once, beside an imported password', (_, note, redacted) => {
    const own = { UserKey: 'dru_test_abc', Password: 'a-password-of-old', CustomerNo: 'W100' };
    const { request } = readBody(
      { Authentication: own, OrderInfo: order, AdditionalFields: { note } },
      { secrets: [own.Password, 'drt_test_abcdefghijklmnopqrstuvwxyz', 'an-opaque-token-of-old'] },
    );
    expect(request.AdditionalFields).toEqual({ note: redacted });
  });

  it.each([
    ['as clients escape it', (text: string) => text],
    ['with escaped slashes, as PHP writes it', (text: string) => text.replaceAll('/', '\\/')],
  ])('redacts an imported password with quotes, slashes and backslashes, %s', (_, escaped) => {
    const password = 'an/old"pass\\word';
    const reader = compileRequestReader(operationWith(), 'Service');
    const body = { Authentication: { Password: password }, OrderInfo: order, AdditionalFields: { note: password } };
    const { request } = reader.read(body, escaped(JSON.stringify(body)), [password]);
    expect(request.AdditionalFields).toEqual({ note: '[secret]' });
  });
});

describe('other spellings of values', () => {
  const zip = Type.Object({
    ZipCode: Type.Optional(zipCodeField('', { minLength: 5, maxLength: 10 })),
    Country: Type.Optional(textField('')),
    Tax: Type.Optional(dollarAmountStringField('')),
    Price: Type.Optional(priceField('')),
    Open: Type.Optional(Type.Boolean()),
    PlacedAt: Type.Optional(dateTimeField('')),
    Until: Type.Optional(endDateTimeField('')),
    Numbers: Type.Optional(Type.Array(identifierField(''))),
  });
  const readFields = (body: object) => {
    const reader = compileRequestReader({ ...operationWith(), request: zip }, 'Service');
    const reading = reader.read(JSON.parse(JSON.stringify(body)), '', []);
    return { request: reading.request, faults: faultTexts(reader.validate(reading, wineryInterfaceCodeLists, 'W100')) };
  };

  it.each(['0001-01-01T00:00:00', '0001-01-01T00:00:00+05:30', '9999-12-31T23:59:59.9999999', '12/31/9999'])(
    'the date-time %s, at the limits of four-digit years, is accepted',
    (text) => expect(readFields({ PlacedAt: text, Until: text }).faults).toEqual([]),
  );

  it('an empty list in place of an object, as PHP writes an empty one, is an empty object', () => {
    const { request, faults } = readBody({ OrderInfo: order, ShipmentInfo: [], ItemsInfo: [], AdditionalFields: [] });
    expect(faults).toEqual([]);
    expect(request).toEqual({ OrderInfo: order, ShipmentInfo: {}, ItemsInfo: [], AdditionalFields: {} });
    expect(faultTexts(readBody({ OrderInfo: [] }).faults)).toContain('OrderInfo.OrderNo Required');
    expect(faultTexts(readBody({ OrderInfo: order, ShipmentInfo: ['FEX'], AdditionalFields: [{}] }).faults)).toEqual([
      'ShipmentInfo Type',
      'AdditionalFields Type',
    ]);
  });

  it('become the declared ones, by the kind of field', () => {
    const { request, faults } = readBody({
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
    [601, 'Puerto Rico', '00601'],
    [802, 'U.S. Virgin Islands', '00802'],
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

  it('do not accept characters that cannot be stored', () => {
    const { faults } = readBody({ OrderInfo: { ...order, Date: '2026-12-07\u0000', GiftCardMessage: 'a\u0000' } });
    expect(faultTexts(faults)).toEqual(['OrderInfo.Date Characters', 'OrderInfo.GiftCardMessage Characters']);
  });
});

describe('brand', () => {
  const brand = 'Acme';

  it('unifies both spellings of names and values', () => {
    for (const spelled of ['Acme', 'Service']) {
      const { request, faults } = readBody(
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

  it('rejects both spellings with different values, and accepts them with equal ones', () => {
    const both = (other: string) =>
      readBody(
        { OrderInfo: order, ShipmentInfo: { AcmeWarehouseLocation: 'APC01', ServiceWarehouseLocation: other } },
        { brand },
      );
    expect(both('APC01').faults).toEqual([]);
    expect(faultTexts(both('APC02').faults)).toEqual(['ShipmentInfo.AcmeWarehouseLocation Conflict']);
  });

  it('treats an empty one as absent, in either spelling', () => {
    for (const shipment of [
      { AcmeWarehouseLocation: 'APC01', ServiceWarehouseLocation: '' },
      { AcmeWarehouseLocation: '', ServiceWarehouseLocation: 'APC01' },
    ]) {
      const { request, faults } = readBody({ OrderInfo: order, ShipmentInfo: shipment }, { brand });
      expect(faults).toEqual([]);
      expect(request.ShipmentInfo).toEqual({ ServiceWarehouseLocation: 'APC01' });
    }
  });

  it('reports faults in the brand’s spelling', () => {
    const { faults } = readBody(
      { OrderInfo: { ...order, Storage: 'x' }, ShipmentInfo: { AcmeWarehouseLocation: 'NIX' } },
      { brand },
    );
    expect(faultTexts(faults).sort()).toEqual(['OrderInfo.Storage Enum', 'ShipmentInfo.AcmeWarehouseLocation Enum']);
    expect(faults.find((fault) => fault.field === 'OrderInfo.Storage')?.message).toContain('AcmeManagedStorage');
  });
});
