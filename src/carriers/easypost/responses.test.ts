import { describe, expect, test } from 'vitest';
import type { CarrierAndService } from '../codes.ts';
import { parseTransitEstimates } from './responses.ts';
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
