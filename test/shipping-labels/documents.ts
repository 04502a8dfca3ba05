/** Label contents for tests: a typical one, one with maximum lengths and foreign text, and an empty one. */
import type { LabelContent } from '../../src/shipping-labels/jit/label-content.ts';

export const plain: LabelContent = {
  labelId: 'JIT-W100-7K3M9QX2PA',
  orderNo: 'JIT260001',
  shipmentKey: '',
  poNo: '',
  orderDate: '11/18/2026',
  winery: 'Hillside Estate',
  from: 'APC01 · Napa, CA 94558',
  to: {
    name: 'Renée Sample',
    contact: 'Renée Sample',
    address: '100 Main St',
    address2: '',
    city: 'Denver',
    state: 'CO',
    zipCode: '80202',
    country: 'US',
  },
  carrier: 'FedEx',
  service: 'Ground',
  willCall: false,
  adultSignature: true,
  icePack: true,
  giftMessage: '',
  lines: [{ line: 1, itemNo: '23PIN-01', description: 'Pinot Noir Reserve', quantity: 3, unit: 'bottle', uom: '750' }],
  packages: [
    { packageNo: 1, trackingNo: '794644012347', weightLb: 11.5, icePacks: 1, contents: [{ line: 1, units: 3 }] },
  ],
};

const words = 'Überaus lange Namen, die über jeden Rand hinausgehen würden ';

const contentsFrom = (first: number) => Array.from({ length: 35 }, (_, index) => ({ line: first + index, units: 1 }));

export const crowded: LabelContent = {
  ...plain,
  labelId: 'JIT-WINERY-WITH-LONG-NO-7K3M9QX2PA',
  orderNo: 'ORDER-OF-EXACTLY-THIRTY-SIGNS1',
  shipmentKey: 'SHIPMENT/OF/EXACTLY/FIFTY/SIGNS/ABCDEFGHIJKLMNOPQR',
  poNo: 'PO-OF-TWENTY-SIGNS-1',
  winery: words.repeat(4),
  from: words,
  to: {
    name: `Renée Wei 伟 🍷 ${'Wolfeschlegelsteinhausen'.repeat(8)}`,
    contact: `👨‍👩‍👧 ${words.repeat(3)}`,
    address: words.repeat(4),
    address2: 'Ἀλέξανδρος, Łódź, Škofja Loka, Володимир',
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3),
    state: 'CA',
    zipCode: '94558-1234',
    country: 'GB',
  },
  carrier: 'UPS temperature-controlled',
  service: 'International priority',
  giftMessage: `${'Happy birthday, dear Zoë! 🎉\n\n'.repeat(8)}${words.repeat(5)}`.slice(0, 500),
  lines: Array.from({ length: 70 }, (_, index) => ({
    line: index + 1,
    itemNo: `ITEM-NUMBER-OF-THIRTY-SIGNS-${String(index).padStart(2, '0')}`,
    description: words.repeat(4).slice(0, 250),
    quantity: 1_000_000,
    unit: index % 2 === 0 ? ('case' as const) : ('bottle' as const),
    uom: '1500-6-W',
  })),
  packages: [
    { packageNo: 1, trackingNo: '1Z9999AA0312345670', weightLb: 61.25, icePacks: 2, contents: contentsFrom(1) },
    { packageNo: 2, trackingNo: '1Z9999AA0312345689', weightLb: 8, icePacks: 1, contents: contentsFrom(36) },
  ],
};

export const empty: LabelContent = {
  ...plain,
  orderDate: '',
  winery: '',
  from: '',
  to: { name: '', contact: '', address: '', address2: '', city: '', state: '', zipCode: '', country: '' },
  carrier: 'Will call',
  service: '',
  willCall: true,
  adultSignature: false,
  icePack: false,
  lines: [],
  packages: [{ packageNo: 1, trackingNo: '', weightLb: 1, icePacks: 0, contents: [] }],
};
