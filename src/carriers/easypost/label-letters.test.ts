import { describe, expect, test } from 'vitest';
import type { ShipmentRequest } from '../gateway.ts';
import { createEasypostGateway } from './gateway.ts';
import { unprintableRecipientRefusal } from './label-letters.ts';

const to = {
  name: 'Sample Recipient',
  company: '',
  street: '100 Main St',
  street2: '',
  city: 'Napa',
  state: 'CA',
  zipCode: '94558',
  country: 'US',
  phone: '',
  email: '',
};

describe('the letters of a recipient', () => {
  test.each(['Łukasz Müller-Õunapuu', 'Nguyễn Thị Ánh', "O'Brien 3rd & Co.", 'José 🍷', '№ 5', ''])(
    '%j is printed',
    (name) => {
      expect(unprintableRecipientRefusal({ ...to, name })).toBeUndefined();
    },
  );

  test.each(['王小明', 'Борис', 'Δημήτρης', 'محمد', '김민준', 'さくら', 'Anna 王'])('%j is refused', (name) => {
    expect(unprintableRecipientRefusal({ ...to, name })).toMatchObject({ outcome: 'refused', because: 'address' });
  });

  test('the parts that are to be changed are named', () => {
    const other = { ...to, company: '株式会社ワイン', street2: '강남구' };
    expect(unprintableRecipientRefusal(other)?.messages).toEqual([
      {
        code: 'RECIPIENT.NOT.LATIN',
        text: "carriers print Latin letters only: send the recipient's company, street in Latin letters",
      },
    ]);
  });

  test('no label is asked for', async () => {
    // Nothing listens on port 1: a call would be unclear.
    const gateway = createEasypostGateway({
      apiKey: 'EZTK-none',
      baseUrl: 'http://127.0.0.1:1/',
      timeoutMs: 1_000,
      webhookSecret: undefined,
    });
    const request = {
      warehouse: 'APC01',
      reference: 'dray.1',
      requested: { carrier: 'FEX', service: 'GRND' },
      from: to,
      to: { ...to, name: '王小明' },
      size: { weightLb: 4, lengthIn: 16, widthIn: 6, heightIn: 6 },
      shipDate: Temporal.PlainDate.from('2026-11-20'),
      deliverBy: undefined,
      icePack: false,
      alcohol: false,
      holdAtLocation: '',
      insuredValue: 0,
      invoiceNo: 'ORD-1',
      printed: '',
      rules: [],
      knownTransit: undefined,
      holidays: new Set(),
    } satisfies ShipmentRequest;
    expect(await gateway.rateAndChoose(request)).toMatchObject({ outcome: 'refused', because: 'address' });
  });
});
