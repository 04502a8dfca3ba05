/**
 * Carriers and services: what their codes mean and which go together (interface: Code lists; decisions 4 and 8).
 */
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';

export const carrierNames: Readonly<Record<CarrierCode, string>> = {
  FEX: 'FedEx',
  UPS: 'UPS',
  BSW: 'Best available',
  GSO: 'GSO',
  WIL: 'Will call',
  FCC: 'FedEx cold chain',
  TMC: 'UPS temperature-controlled',
  WST: 'WST',
  WILL: 'Will call',
};

export const serviceNames: Readonly<Record<CarrierServiceCode, string>> = {
  ONPR: 'Priority overnight',
  GRND: 'Ground',
  '2DAY': 'Two day',
  HOME: 'Home delivery',
  ONST: 'Standard overnight',
  CALL: 'Will call',
  LPDS: 'LPDS',
  NONE: 'None',
  INPR: 'International priority',
};

export interface CarrierAndService {
  readonly carrier: CarrierCode;
  readonly service: CarrierServiceCode;
}

/** The same two as orders and preferences keep them. */
export type CarrierAndServiceText = { readonly [Part in keyof CarrierAndService]: string };

/** Where neither order nor account says how to ship (decision 4). */
export const defaultCarrierAndService: CarrierAndService = { carrier: 'BSW', service: 'GRND' };

/** The recipient collects the order at the warehouse: no carrier, no label. */
export function isWillCall(carrier: string): boolean {
  return carrier === 'WIL' || carrier === 'WILL';
}

/** FedEx's cold chain and UPS's temperature-controlled transport: their networks and services, told to keep it cool. */
export function isTemperatureControlled(carrier: CarrierCode): boolean {
  return carrier === 'FCC' || carrier === 'TMC';
}

/**
 * Why a carrier and a service that an order names cannot go together, in words for the caller; `undefined` when they
 * can (decision 4). `CALL` goes only with WIL and WILL, and these only with `CALL` or `NONE`; all else is allowed.
 * With either absent there is nothing to contradict.
 */
export function carrierServiceFault(carrier: string | undefined, service: string | undefined): string | undefined {
  if (carrier === undefined || service === undefined) return undefined;
  if (isWillCall(carrier)) {
    return service === 'CALL' || service === 'NONE'
      ? undefined
      : `${carrier} goes only with CALL or NONE, not with ${service}`;
  }
  return service === 'CALL' ? `CALL goes only with WIL and WILL, not with ${carrier}` : undefined;
}

/**
 * Fills what an order leaves open from the account's preferences, and these from BSW GRND (decision 4), so that a
 * possible pair comes out: a preference that contradicts what the order names gives way.
 */
export function completeCarrierAndService(
  asked: { readonly carrier?: string | undefined; readonly service?: string | undefined },
  preferred: CarrierAndServiceText = defaultCarrierAndService,
): CarrierAndServiceText {
  if (asked.carrier !== undefined) {
    if (asked.service !== undefined) return { carrier: asked.carrier, service: asked.service };
    if (carrierServiceFault(asked.carrier, preferred.service) === undefined) {
      return { carrier: asked.carrier, service: preferred.service };
    }
    return { carrier: asked.carrier, service: isWillCall(asked.carrier) ? 'CALL' : defaultCarrierAndService.service };
  }
  if (asked.service === undefined) return { carrier: preferred.carrier, service: preferred.service };
  if (carrierServiceFault(preferred.carrier, asked.service) === undefined) {
    return { carrier: preferred.carrier, service: asked.service };
  }
  return { carrier: asked.service === 'CALL' ? 'WIL' : defaultCarrierAndService.carrier, service: asked.service };
}
