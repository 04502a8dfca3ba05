import { describe, expect, test } from 'vitest';
import type { CarrierAndService } from '../codes.ts';
import { parseBoughtLabel, parseTransitEstimates } from './responses.ts';
import { defaultEasypostServiceMappings } from './services.ts';

describe('parseTransitEstimates', () => {
  const shipDate = Temporal.PlainDate.from('2031-03-04');
  const result = (carrier: string, service: string, deliveryDate: string) => ({
    carrier,
    service,
    easypost_time_in_transit_data: {
      days_in_transit: { percentile_90: 4 },
      easypost_estimated_delivery_date: deliveryDate,
    },
  });
  const read = (services: readonly CarrierAndService[], ...results: object[]) => {
    const request = { fromZip: '94558', toZip: '80202', shipDate, services };
    const answer = parseTransitEstimates({ results }, request, defaultEasypostServiceMappings);
    if (answer.outcome !== 'ok') throw new Error(answer.outcome);
    return answer.data.map(({ carrier, service, deliveryDate }) => `${carrier} ${service} ${deliveryDate}`);
  };
  const fedexGround = { carrier: 'FEX', service: 'GRND' } as const;

  test('of several EasyPost services that map to one of ours, the latest delivery date counts, in any order', () => {
    const earlier = result('FedEx', 'FEDEX_GROUND', '2031-03-07');
    const later = result('FedEx', 'GROUND_HOME_DELIVERY', '2031-03-08');
    const expected = ['FEX GRND 2031-03-08'];
    expect(read([fedexGround], earlier, later)).toEqual(expected);
    expect(read([fedexGround], later, earlier)).toEqual(expected);
  });

  test('a service that was not requested is left out, even if it shares its EasyPost service with a requested one', () => {
    const home = result('FedEx', 'GROUND_HOME_DELIVERY', '2031-03-08');
    expect(read([fedexGround], home, result('UPS', 'Ground', '2031-03-07'))).toEqual(['FEX GRND 2031-03-08']);
    expect(read([{ carrier: 'UPS', service: '2DAY' }], home)).toEqual([]);
  });

  test('a date before the ship date, or months after it, is ignored', () => {
    const days = ['2031-03-03', '2031-03-04', '2031-05-03', '2031-05-04'];
    expect(days.map((day) => read([fedexGround], result('FedEx', 'FEDEX_GROUND', day)))).toEqual([
      [],
      ['FEX GRND 2031-03-04'],
      ['FEX GRND 2031-05-03'],
      [],
    ]);
  });
});

describe('parseBoughtLabel', () => {
  const shipment = {
    id: 'shp_1',
    tracking_code: '794600000001',
    selected_rate: { carrier: 'FedEx', service: 'FEDEX_GROUND', rate: '12.5' },
  };
  const read = (parts: object) => parseBoughtLabel({ ...shipment, ...parts }, defaultEasypostServiceMappings);

  test('the PDF of a label is preferred to its picture', () => {
    const picture = { label_url: 'https://labels.example/1.png' };
    const both = { ...picture, label_pdf_url: 'https://labels.example/1.pdf' };
    expect(read({ postage_label: both })).toMatchObject({ data: { labelUrl: both.label_pdf_url, price: '12.50' } });
    expect(read({ postage_label: picture })).toMatchObject({ data: { labelUrl: picture.label_url } });
  });

  test('a label without a tracking number, and one that is refunded, leave it open what was bought', () => {
    const postage_label = { label_url: 'https://labels.example/1.png' };
    expect(read({ postage_label, tracking_code: null }).outcome).toBe('unclear');
    expect(read({ postage_label, refund_status: 'submitted' }).outcome).toBe('unclear');
  });
});
