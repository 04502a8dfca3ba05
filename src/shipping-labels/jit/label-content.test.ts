import { expect, test } from 'vitest';
import { defaultWarehouses } from '../../../test/support/default-settings.ts';
import type { WarehouseAddress } from '../../operator-settings/index.ts';
import { assembleLabelContent, computeLabelContentHash, type LabelContentInput } from './label-content.ts';

const address: WarehouseAddress = { company: 'Sample Cellars', street: '1 Dock Rd', street2: ' ', phone: '5555550100' };
const labeled = (specialInstructions: string, shipFrom?: WarehouseAddress) =>
  assembleLabelContent('JIT-W100-7K3M9QX2PA', {
    order: { orderNo: 'ORD-1', carrier: 'FEX', service: 'GRND', icePack: 0, lines: [] },
    details: { poNo: '', orderDate: '', giftCard: 0, giftCardMessage: '', specialInstructions },
    to: {},
    packages: [],
    warehouse: defaultWarehouses[0],
    shipFrom,
    customerName: 'Hillside Estate',
    containsAlcohol: true,
  } as unknown as LabelContentInput);

test('the content has the special instructions and the address of the warehouse, or neither', () => {
  expect(labeled(' Ring twice\n', address)).toMatchObject({
    from: 'APC01 · Napa, CA 94558',
    fromAddress: 'Sample Cellars, 1 Dock Rd',
    specialInstructions: 'Ring twice',
  });
  const without = labeled(' ');
  expect(without).not.toHaveProperty('fromAddress');
  expect(without).not.toHaveProperty('specialInstructions');
});

test('other instructions make a label stale, another address of the warehouse does not', () => {
  const hash = (...given: Parameters<typeof labeled>) => computeLabelContentHash(labeled(...given)).toString('hex');
  expect(hash('Ring twice')).not.toBe(hash('Ring once'));
  expect(hash('Ring twice', address)).toBe(hash('Ring twice'));
});

test('texts without a limit are cut, because drawing takes time for each character', () => {
  const long = 'é🍷'.repeat(5_000);
  const cut = `${'é🍷'.repeat(127)}…`;
  const { to, lines } = assembleLabelContent('JIT-W100-7K3M9QX2PA', {
    order: { carrier: 'FEX', service: 'GRND', lines: [{ line: 1, itemNo: 'A', description: long, quantity: 1 }] },
    details: { orderDate: '', specialInstructions: '' },
    to: { name: long, contact: '', address: long, city: 'Denver' },
    packages: [],
    warehouse: defaultWarehouses[0],
  } as unknown as LabelContentInput);
  expect(to).toEqual({ name: cut, contact: '', address: cut, city: 'Denver' });
  expect(lines[0]?.description).toBe(cut);
});

test('a line says how many of its units are in the packages when not all are', () => {
  const line = {
    itemNo: 'A',
    description: '',
    quantity: 3,
    quantityUnit: 'RETAIL',
    units: 3,
    uom: '750',
    storage: 'service',
  };
  const packedOf = (orderType: string, more: object) =>
    assembleLabelContent('JIT-W100-7K3M9QX2PA', {
      order: { orderType, carrier: 'FEX', service: 'GRND', lines: [{ line: 1, ...line, ...more }] },
      details: { orderDate: '', specialInstructions: '' },
      to: {},
      packages: [],
      warehouse: defaultWarehouses[0],
    } as unknown as LabelContentInput).lines[0]?.packed;
  expect(packedOf('CLUB', {})).toBeUndefined();
  expect(packedOf('CLUB', { shortUnits: 1 })).toEqual({ units: 2, of: 3 });
  expect(packedOf('WHOLESALE', { quantity: 2, quantityUnit: 'WHOLESALE', units: 24, shortUnits: 4 })).toEqual({
    units: 20,
    of: 24,
  });
  // The winery ships these itself, but brings them for JIT orders.
  expect(packedOf('CLUB', { storage: 'client' })).toEqual({ units: 0, of: 3 });
  expect(packedOf('JIT', { storage: 'client' })).toBeUndefined();
  expect(packedOf('CLUB', { storage: 'virtual' })).toBeUndefined();
});
