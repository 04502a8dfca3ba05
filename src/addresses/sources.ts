/** Ports of the addresses slice: the carriers of an environment, and the standing rules of sales orders. */
import type { DbReader } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { AddressVerifier } from './address-verifier.ts';
import type { CarrierLocationSource } from './location-source.ts';

/** Confirms delivery points; undefined or not connected where no carrier account is configured. */
export const addressVerifierPort = defineSlicePort<AddressVerifier | undefined>('the carrier that confirms addresses');

/** Carriers that are asked for their own pickup locations. For others, and when one fails, the imported ones are searched. */
export const carrierLocationSourcesPort = defineSlicePort<readonly CarrierLocationSource[]>(
  'the carriers with pickup locations',
);

/** Returns the order types for which a state is closed to a customer by the operator's standing rules. */
type OrderTypesClosedToStateSource = (
  reader: DbReader,
  customerNo: string,
  state: string,
) => Promise<readonly string[]>;

export const orderTypesClosedToStateSourcePort = defineSlicePort<OrderTypesClosedToStateSource>(
  'the order types that are closed to a state',
);
