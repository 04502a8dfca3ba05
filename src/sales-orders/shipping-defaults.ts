/** Preferences of a customer for its new orders: carrier, service and warehouse where the request names none, and the days on which they ship. */
import { readCustomers } from '../auth/index.ts';
import { completeCarrierAndService } from '../carriers/index.ts';
import type { OperationCall } from '../platform/http/operation.ts';
import type { ShippingDefaults } from './draft.ts';

/** The customer's preferences for `ShipmentInfo`; without them BSW GRND and no warehouse (decision 4). */
export async function readShippingDefaults(call: {
  readonly environment: OperationCall<unknown>['environment'];
  readonly caller: Pick<OperationCall<unknown>['caller'], 'customerNo'>;
}): Promise<ShippingDefaults> {
  const { customerNo } = call.caller;
  const preferences = (await readCustomers(call.environment.db, [customerNo])).get(customerNo)?.preferences;
  return {
    ...completeCarrierAndService({ carrier: preferences?.defaultCarrier, service: preferences?.defaultService }),
    warehouse: preferences?.defaultWarehouse ?? '',
    shipDays: (preferences?.shipDays ?? []).join(''),
  };
}
