import { expect, test } from 'vitest';
import { defaultWarehouses } from '../../../test/support/default-settings.ts';
import type { WarehouseAddress } from '../../operator-settings/index.ts';
import { assembleLabelContent, type LabelContentInput, labelContentHash } from './label-content.ts';

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
  const hash = (...given: Parameters<typeof labeled>) => labelContentHash(labeled(...given)).toString('hex');
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
