/** Carrier and service codes: names, allowed pairs and defaults (interface: Code lists; decisions 4 and 8). */
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

/** The same pair as text, as orders and account preferences store it. */
export type CarrierAndServiceText = { readonly [Part in keyof CarrierAndService]: string };

/** Used when neither the order nor the account names a carrier or service (decision 4). */
export const defaultCarrierAndService: CarrierAndService = { carrier: 'BSW', service: 'GRND' };

/** Will call: the recipient picks the order up at the warehouse, so it needs no carrier label. */
export function isWillCall(carrier: string): boolean {
  return carrier === 'WIL' || carrier === 'WILL';
}

/**
 * FedEx cold chain (FCC) and UPS temperature-controlled (TMC): the networks and services of FedEx and UPS with a
 * handling instruction.
 */
export function isTemperatureControlled(carrier: CarrierCode): boolean {
  return carrier === 'FCC' || carrier === 'TMC';
}

/**
 * Why a carrier and a service cannot be combined, as an error message; undefined when they can or when either is absent
 * (decision 4). `CALL` requires WIL or WILL, and these allow only `CALL` or `NONE`; all other pairs are allowed.
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
 * Completes a carrier and service from the account's preferences, then from BSW GRND (decision 4). The result is always
 * an allowed pair: a preference that conflicts with the order's own value is ignored.
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
