import { expect, test } from 'vitest';
import { readFonts } from '../../drawing/fonts.ts';
import { formatJitLabelId } from './jit-label-id.ts';
import type { LabelContent } from './label-content.ts';
import { formatShipToAddressLines, layoutLabel } from './label-layout.ts';

test.each([
  ['', 'Denver, CO 80202'],
  ['usa', 'Denver, CO 80202'],
  ['United States', 'Denver, CO 80202'],
  ['U.S.A.', 'Denver, CO 80202'],
  ['Canada', 'Canada'],
])('the last address line where the country is %j is %j', (country, last) => {
  const town = { city: 'Denver', state: 'CO', zipCode: '80202' };
  const to = { name: 'Ana Lee', contact: '', address: '7051 Oak Ave', address2: '', ...town, country };
  expect(formatShipToAddressLines(to).lines.at(-1)).toBe(last);
});

test('the id of a label and its order number are printed in full, however long they are', () => {
  const labeled = { packageNo: 1, weightLb: 8.4, trackingNo: '628073484800' };
  const address = { contact: '', address: '7051 Oak Ave', address2: '', city: 'Denver', state: 'CO', zipCode: '80202' };
  const content = {
    labelId: formatJitLabelId('W'.repeat(30), 'RNWRSDPE4J'),
    orderNo: 'W'.repeat(30),
    shipmentKey: 'SHIPMENT-2',
    poNo: 'PO-1',
    winery: 'Stonebridge Cellars',
    from: 'APC01 · Napa, CA 94558',
    to: { name: 'Ana Lee', ...address, country: '' },
    carrier: 'FedEx',
    service: 'Ground',
    packages: [labeled],
  } as unknown as LabelContent;
  const { marks, height } = layoutLabel(content, labeled as LabelContent['packages'][number], readFonts());
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
  const printed = texts.map(({ text }) => text).join('');
  expect(printed).toContain(content.labelId);
  expect(printed).toContain(content.orderNo);
  expect(texts.every(({ baseline }) => baseline < height)).toBe(true);
});
