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

const genericServiceNames: Readonly<Record<CarrierServiceCode, string>> = {
  ONPR: 'Priority Overnight',
  GRND: 'Ground',
  '2DAY': '2Day',
  HOME: 'Home Delivery',
  ONST: 'Standard Overnight',
  CALL: 'Will Call',
  LPDS: 'LPDS',
  NONE: 'None',
  INPR: 'International Priority',
};

const upsServiceNames: Readonly<Partial<Record<CarrierServiceCode, string>>> = {
  ONPR: 'Next Day Air',
  '2DAY': '2nd Day Air',
  ONST: 'Next Day Air Saver',
  INPR: 'Worldwide Express',
};

/** The name of a service, without the carrier: UPS's for UPS and TMC (`2nd Day Air`), FedEx's for all other carriers (`2Day`). */
export function formatCarrierServiceName({ carrier, service }: CarrierAndService): string {
  const isUps = carrier === 'UPS' || carrier === 'TMC';
  return (isUps ? upsServiceNames[service] : undefined) ?? genericServiceNames[service];
}

export interface CarrierAndService {
  readonly carrier: CarrierCode;
  readonly service: CarrierServiceCode;
}

/** The carrier and service of an order or package, whose codes were validated when it was accepted. */
export function toCarrierAndService({ carrier, service }: CarrierAndServiceText): CarrierAndService {
  return { carrier: carrier as CarrierCode, service: service as CarrierServiceCode };
}

/** The same pair as text, as orders and account preferences store it. */
type CarrierAndServiceText = { readonly [Part in keyof CarrierAndService]: string };

/** Used when neither the order nor the account names a carrier or service (decision 4). */
const defaultCarrierAndService: CarrierAndService = { carrier: 'BSW', service: 'GRND' };

/** Will call: the recipient picks the order up at the warehouse, so it needs no carrier label. */
export function isWillCallCarrier(carrier: string): boolean {
  return carrier === 'WIL' || carrier === 'WILL';
}

/**
 * Whether the carrier code asks for temperature control: FCC (FedEx cold chain) and TMC (UPS temperature-controlled) use the
 * networks and services of FedEx and UPS with a handling instruction.
 */
export function isTemperatureControlledCarrier(carrier: CarrierCode): boolean {
  return carrier === 'FCC' || carrier === 'TMC';
}

/**
 * Why a carrier and a service cannot be combined, as an error message; undefined when they can or when either is absent
 * (decision 4). `CALL` requires WIL or WILL, and these allow only `CALL` or `NONE`; all other pairs are allowed.
 */
export function describeCarrierServiceFault(
  carrier: string | undefined,
  service: string | undefined,
): string | undefined {
  if (carrier === undefined || service === undefined) return undefined;
  if (isWillCallCarrier(carrier)) {
    return service === 'CALL' || service === 'NONE'
      ? undefined
      : `${carrier} requires service CALL or NONE, not ${service}`;
  }
  return service === 'CALL' ? `Service CALL requires carrier WIL or WILL, not ${carrier}` : undefined;
}

/**
 * Completes a carrier and service from the account's preferences, then from BSW GRND, or CALL for will call (decision 4). What
 * is added to the order's own value is allowed with it: a preference that conflicts is ignored. A requested pair is returned unchanged.
 */
export function completeCarrierAndService(
  requested: { readonly carrier?: string | undefined; readonly service?: string | undefined },
  preferred: CarrierAndServiceText = defaultCarrierAndService,
): CarrierAndServiceText {
  if (requested.carrier !== undefined) {
    if (requested.service !== undefined) return { carrier: requested.carrier, service: requested.service };
    if (describeCarrierServiceFault(requested.carrier, preferred.service) === undefined) {
      return { carrier: requested.carrier, service: preferred.service };
    }
    return {
      carrier: requested.carrier,
      service: isWillCallCarrier(requested.carrier) ? 'CALL' : defaultCarrierAndService.service,
    };
  }
  if (requested.service === undefined) return { carrier: preferred.carrier, service: preferred.service };
  if (describeCarrierServiceFault(preferred.carrier, requested.service) === undefined) {
    return { carrier: preferred.carrier, service: requested.service };
  }
  return {
    carrier: requested.service === 'CALL' ? 'WIL' : defaultCarrierAndService.carrier,
    service: requested.service,
  };
}
