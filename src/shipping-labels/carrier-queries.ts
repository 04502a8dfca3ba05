/** Carrier queries of the command line and the portal: address verification and transit estimates. */

import {
  type CarrierAddress,
  type CarrierAndService,
  type CarrierGateway,
  type CarrierResult,
  createSandboxQueryGateway,
  holidayDateSetOfOperator,
  type TransitEstimate,
  type VerifiedAddress,
} from '../carriers/index.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import type { Environment } from '../platform/environment.ts';
import { carrierConnectionOf, carrierModeOf } from './carrier-connection.ts';

const noCarrierResult: CarrierResult<never> = {
  outcome: 'refused',
  because: 'request',
  messages: [{ code: 'no-carrier', text: 'no carrier is connected' }],
};

/**
 * Production uses its carrier accounts; the test environment, which has none, the simulated carriers. Undefined while none is connected.
 */
async function gatewayOf(
  environment: Environment,
): Promise<Pick<CarrierGateway, 'verifyAddress' | 'estimateTransit'> | undefined> {
  const settings = await readOperatorSettings(environment.db);
  const mode = carrierModeOf(environment);
  if (mode === 'sandbox')
    return carrierConnectionOf(environment)?.gateway ?? createSandboxQueryGateway(holidayDateSetOfOperator(settings));
  return mode === 'gateway' ? carrierConnectionOf(environment)?.gateway : undefined;
}

/** Verifies an address with the carrier, and returns it in standardized form. Refused when no carrier is connected. */
export async function verifyAddressWithCarrier(
  environment: Environment,
  address: CarrierAddress,
): Promise<CarrierResult<VerifiedAddress>> {
  return (await (await gatewayOf(environment))?.verifyAddress(address)) ?? noCarrierResult;
}

interface TransitQuery {
  /** A warehouse code, or a 5-digit ZIP code. */
  readonly from: string;
  readonly toZip: string;
  readonly shipDate: Temporal.PlainDate;
  readonly services: readonly CarrierAndService[];
}

/** Delivery estimates for a ship date by service. Refused when no carrier is connected or `from` is unknown. */
export async function estimateTransitWithCarrier(
  environment: Environment,
  { from, toZip, shipDate, services }: TransitQuery,
): Promise<CarrierResult<readonly TransitEstimate[]>> {
  const { warehouses } = await readOperatorSettings(environment.db);
  const { zip: fromZip, knownTransit } = warehouses.get(from) ?? { zip: from };
  if (!/^\d{5}$/.test(fromZip)) {
    const text = `there is no warehouse ${JSON.stringify(from)}, and it is not a ZIP code`;
    return { outcome: 'refused', because: 'request', messages: [{ code: 'no-origin', text }] };
  }
  const question = { fromZip, toZip, ...(knownTransit && { knownTransit }), shipDate, services };
  return (await (await gatewayOf(environment))?.estimateTransit(question)) ?? noCarrierResult;
}
