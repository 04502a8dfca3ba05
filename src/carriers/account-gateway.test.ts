import { expect, test } from 'vitest';
import {
  type CarrierGatewayAccount,
  chooseCarrierAccount,
  createMultiAccountCarrierGateway,
} from './account-gateway.ts';
import { type CarrierGateway, okCarrierResult, unclearCarrierResult } from './gateway.ts';

const calls: string[] = [];
/** Records which account was asked. */
const account = (code: string, more: Partial<CarrierGatewayAccount> = {}): CarrierGatewayAccount => ({
  code,
  isEnabled: true,
  warehouse: '',
  customerNo: '',
  offered: undefined,
  ...more,
  gateway: new Proxy({} as CarrierGateway, {
    get: (_, method) => (): unknown => {
      calls.push(`${code}.${String(method)}`);
      return { outcome: 'ok', data: { state: 'none' }, messages: [] };
    },
  }),
});
const ground = { carrier: 'FEX', service: 'GRND' } as const;
/** An account whose key was revoked. */
const revoked = (code: string, isEnabled: boolean): CarrierGatewayAccount => ({
  ...account(code, { isEnabled }),
  gateway: { ...account(code).gateway, findLabel: async () => unclearCarrierResult('401', 'the key is not valid') },
});
const shipment = { requested: ground, warehouse: 'APC01', customerNo: 'W1' };

test('the account that fits best is chosen, and that of the environment last', () => {
  const chosen = (...accounts: CarrierGatewayAccount[]) => chooseCarrierAccount(accounts, shipment)?.code;
  const both = account('BOTH', { warehouse: 'APC01', customerNo: 'W1' });
  const customers = account('CUSTOMER', { customerNo: 'W1' });
  const warehouses = account('WAREHOUSE', { warehouse: 'APC01' });
  const [all, own] = [account('ALL'), account('')];
  expect(chosen(own, all, warehouses, customers, both)).toBe('BOTH');
  expect(chosen(own, all, warehouses, customers)).toBe('CUSTOMER');
  expect(chosen(own, all, warehouses)).toBe('WAREHOUSE');
  expect(chosen(own, all)).toBe('ALL');
  expect(chosen(own)).toBe('');
  expect(chosen(account('OTHERS', { customerNo: 'W2' }), account('OFF', { isEnabled: false }))).toBeUndefined();
});

test('an account is chosen only for what it offers', () => {
  const ups = account('UPS', { offered: [{ carrier: 'UPS', service: 'GRND' }], customerNo: 'W1' });
  const chosen = (requested: Parameters<typeof chooseCarrierAccount>[1]['requested']) =>
    chooseCarrierAccount([ups, account('ALL')], { ...shipment, requested })?.code;
  expect(chosen(ground)).toBe('ALL');
  expect(chosen({ carrier: 'UPS', service: 'GRND' })).toBe('UPS');
  expect(chosen({ carrier: 'UPS', service: 'NONE' })).toBe('UPS');
  expect(chosen({ carrier: 'UPS', service: '2DAY' })).toBe('ALL');
  expect(chosen({ carrier: 'BSW', service: 'GRND' })).toBe('UPS');
  // Without a service, ground is requested, which this one does not offer.
  const express = account('EXPRESS', { offered: [{ carrier: 'UPS', service: '2DAY' }], customerNo: 'W1' });
  const none = { ...shipment, requested: { carrier: 'UPS', service: 'NONE' } } as const;
  expect(chooseCarrierAccount([express, account('ALL')], none)?.code).toBe('ALL');
});

test('what was made before goes to its own account, also a disabled one; without a shipment all are asked', async () => {
  const accounts = [account('A'), account('B', { isEnabled: false })];
  const gateway = createMultiAccountCarrierGateway({ known: () => accounts, read: async () => accounts });
  calls.length = 0;
  await gateway.buyLabel({ shipmentId: 'shp_1', rateId: 'r', reference: 'r', insuredValue: 0, through: 'B' });
  await gateway.voidLabel('shp_1', 'B');
  await gateway.readTracking('shp_1', 'B');
  await gateway.findLabel({ shipmentId: 'shp_1', reference: 'r', through: 'B' });
  await gateway.createScanForm(['shp_1'], 'A');
  await gateway.findLabel({ reference: 'r' });
  expect(calls).toEqual([
    ...['B.buyLabel', 'B.voidLabel', 'B.readTracking', 'B.findLabel', 'A.createScanForm'],
    ...['A.findLabel', 'B.findLabel'],
  ]);
  // Its account is not known any more: nothing is decided.
  expect((await gateway.voidLabel('shp_1', 'GONE')).outcome).toBe('unclear');
  expect((await gateway.buyLabel({ shipmentId: 's', rateId: 'r', reference: 'r', insuredValue: 0 })).outcome).toBe(
    'unclear',
  );
});

test('without a shipment, an account that cannot tell does not hide what another knows; a disabled one decides nothing', async () => {
  const knows: CarrierGatewayAccount = {
    ...account('B'),
    gateway: {
      ...account('B').gateway,
      findLabel: async () => okCarrierResult({ state: 'unbought', shipmentId: 'shp_1', reference: 'r' }),
    },
  };
  const asked = async (...accounts: CarrierGatewayAccount[]) =>
    await createMultiAccountCarrierGateway({ known: () => accounts, read: async () => accounts }).findLabel({
      reference: 'r',
    });
  expect(await asked(revoked('A', true), knows)).toMatchObject({ outcome: 'ok', data: { through: 'B' } });
  expect(await asked(revoked('A', false), account('B'))).toMatchObject({ outcome: 'ok', data: { state: 'none' } });
  expect((await asked(revoked('A', true), account('B'))).outcome).toBe('unclear');
});
