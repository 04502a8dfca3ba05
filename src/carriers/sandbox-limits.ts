/**
 * Refusals of the simulated carriers, which refuse what real carriers would, so that integrators see these refusals in
 * test (decision 2). Pure; uses no carrier account.
 */
import { findPlaceOfZip, isPostOfficeBox, zip5Of } from '../addresses/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { stateNamesByCode } from '../contract/state-names.ts';
import { isDomesticCountry, isMilitaryStateCode } from '../contract/states.ts';
import { type CarrierAndService, carrierNames, formatCarrierServiceName, isWillCallCarrier } from './codes.ts';
import type { CarrierMessage, CarrierRefusalCause, ShipmentRequest } from './gateway.ts';

/** The destination of a package; `state` and `country` are standardized. */
export type SandboxDestination = Pick<ShipmentRequest, 'to' | 'holdAtLocation'>;

export interface SandboxRefusal {
  readonly because: CarrierRefusalCause;
  readonly messages: readonly CarrierMessage[];
}

/** States that a regional carrier serves; other carriers serve all. */
const regions: Readonly<Partial<Record<CarrierCode, ReadonlySet<string>>>> = {
  GSO: new Set(['AZ', 'CA', 'CO', 'ID', 'NM', 'NV', 'OR', 'UT', 'WA']),
};
const international: ReadonlySet<CarrierCode> = new Set(['FEX', 'FCC', 'UPS', 'TMC']);

/**
 * Why the carrier refuses a package; undefined when it takes it. In this order: a recipient without a name; a post
 * office box or a military address, unless a carrier location holds the package; a destination out of the service's
 * reach. Will call is never refused.
 */
export function findSandboxRefusal(
  { carrier, service }: CarrierAndService,
  { to, holdAtLocation }: SandboxDestination,
): SandboxRefusal | undefined {
  if (isWillCallCarrier(carrier)) return undefined;
  const name = carrierNames[carrier];
  const refused = (because: CarrierRefusalCause, code: string, text: string): SandboxRefusal => ({
    because,
    messages: [{ code, text: `${name} ${text}` }],
  });
  if (`${to.name}${to.company}`.trim() === '') {
    return refused('address', 'RECIPIENT.NAME.MISSING', 'requires the name of a person or a company as recipient');
  }
  const isAbroad = !isDomesticCountry(to.country);
  const zip = isAbroad ? undefined : zip5Of(to.zipCode);
  const state = (zip === undefined ? undefined : findPlaceOfZip(zip)?.state) ?? to.state;
  if (holdAtLocation === '') {
    if (isPostOfficeBox([to.street, to.street2])) {
      return refused('address', 'ADDRESS.POST.OFFICE.BOX', 'does not deliver to post office boxes');
    }
    if (!isAbroad && isMilitaryStateCode(state)) {
      return refused('address', 'ADDRESS.MILITARY', 'does not deliver to military addresses (APO, FPO, DPO)');
    }
  }
  const unserved = (where: string) =>
    refused(
      'service',
      'SERVICE.UNAVAILABLE',
      `${formatCarrierServiceName({ carrier, service })} does not deliver ${where}`,
    );
  if (isAbroad) {
    const reaches = service === 'INPR' && international.has(carrier);
    return reaches ? undefined : unserved('outside the United States');
  }
  const served = regions[carrier];
  return served === undefined || served.has(state) ? undefined : unserved(`to ${stateNamesByCode[state] ?? state}`);
}
