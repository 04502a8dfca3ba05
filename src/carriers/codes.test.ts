import { describe, expect, it } from 'vitest';
import {
  type CarrierCode,
  type CarrierServiceCode,
  carrierCodes,
  carrierServiceCodes,
} from '../contract/code-lists.ts';
import {
  carrierNames,
  completeCarrierAndService,
  describeCarrierServiceFault,
  formatCarrierServiceName,
  isWillCallCarrier,
} from './codes.ts';

describe('carriers and services', () => {
  it('have names', () => {
    expect(Object.keys(carrierNames).toSorted()).toEqual([...carrierCodes].toSorted());
    for (const carrier of carrierCodes) {
      for (const service of carrierServiceCodes) expect(formatCarrierServiceName({ carrier, service })).not.toBe('');
    }
    expect(formatCarrierServiceName({ carrier: 'FEX', service: '2DAY' })).toBe('2Day');
    expect(formatCarrierServiceName({ carrier: 'FEX', service: 'HOME' })).toBe('Home Delivery');
    expect(formatCarrierServiceName({ carrier: 'UPS', service: '2DAY' })).toBe('2nd Day Air');
  });

  it('can be combined, except CALL, which requires will call, and will call, which requires CALL or NONE', () => {
    for (const carrier of carrierCodes) {
      for (const service of carrierServiceCodes) {
        const willCall = carrier === 'WIL' || carrier === 'WILL';
        const possible = willCall ? service === 'CALL' || service === 'NONE' : service !== 'CALL';
        expect([carrier, service, describeCarrierServiceFault(carrier, service) === undefined]).toEqual([
          carrier,
          service,
          possible,
        ]);
      }
    }
  });

  it('report why they cannot be combined', () => {
    expect(describeCarrierServiceFault('FEX', 'CALL')).toBe('Service CALL requires carrier WIL or WILL, not FEX');
    expect(describeCarrierServiceFault('WILL', 'GRND')).toBe('WILL requires service CALL or NONE, not GRND');
    expect(describeCarrierServiceFault(undefined, 'CALL')).toBeUndefined();
    expect(describeCarrierServiceFault('WIL', undefined)).toBeUndefined();
  });

  it('are filled from the preferences, and from BSW GRND without any', () => {
    expect(completeCarrierAndService({})).toEqual({ carrier: 'BSW', service: 'GRND' });
    expect(completeCarrierAndService({ carrier: 'UPS' })).toEqual({ carrier: 'UPS', service: 'GRND' });
    expect(completeCarrierAndService({ service: '2DAY' }, { carrier: 'UPS', service: 'GRND' })).toEqual({
      carrier: 'UPS',
      service: '2DAY',
    });
    expect(completeCarrierAndService({ carrier: 'WIL' })).toEqual({ carrier: 'WIL', service: 'CALL' });
    expect(completeCarrierAndService({ service: 'CALL' })).toEqual({ carrier: 'WIL', service: 'CALL' });
    expect(completeCarrierAndService({ carrier: 'FEX' }, { carrier: 'WIL', service: 'CALL' })).toEqual({
      carrier: 'FEX',
      service: 'GRND',
    });
  });

  it('are always an allowed pair once completed', () => {
    const anyCarrier: (CarrierCode | undefined)[] = [undefined, ...carrierCodes];
    const anyService: (CarrierServiceCode | undefined)[] = [undefined, ...carrierServiceCodes];
    for (const carrier of anyCarrier) {
      for (const service of anyService) {
        if (describeCarrierServiceFault(carrier, service)) continue;
        for (const preferred of carrierCodes) {
          const preference = { carrier: preferred, service: isWillCallCarrier(preferred) ? 'CALL' : 'GRND' } as const;
          const filled = completeCarrierAndService({ carrier, service }, preference);
          expect(describeCarrierServiceFault(filled.carrier, filled.service)).toBeUndefined();
          if (carrier) expect(filled.carrier).toBe(carrier);
          if (service) expect(filled.service).toBe(service);
        }
      }
    }
  });
});
