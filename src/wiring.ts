/**
 * The wiring of an environment: what each slice needs of the slices above it and of the carriers, as one context (Ports).
 * The server, the commands and the tests use it, so they run the same system.
 */
import {
  type AddressSource,
  addressSource,
  closedOrderTypesSource,
  locationSources,
  openLocationSources,
  withCircuitBreaker,
} from './addresses/index.ts';
import {
  cachedTransit,
  carrierAccountName,
  carrierAddressSource,
  easypostGateway,
  type TransitSource,
  transitSourceOf,
} from './carriers/index.ts';
import { departedPackages, floorHooksOfStore } from './floor/index.ts';
import { demandOwners, documentNameSources, pendingTransferSource, readInventoryUse } from './inventory/index.ts';
import type { Config } from './platform/config.ts';
import type { EnvironmentName } from './platform/environment.ts';
import { Ports } from './platform/ports.ts';
import { purchaseOrders } from './purchase-orders/index.ts';
import { departedTransfers } from './receiving/index.ts';
import { cancellationHook, closedOrderTypes, salesOrderDemandOwner, salesOrderNames } from './sales-orders/index.ts';
import {
  type CarrierConnection,
  carrierConnection,
  packedOrderOwner,
  voidUnneededLabels,
} from './shipping-labels/index.ts';
import { planTrips, scheduleArrivals } from './simulation/index.ts';
import { itemUseSource } from './skus/index.ts';
import { transitSource } from './tracking/index.ts';
import { pendingTransfers, transferOrderDemandOwner, transferOrders } from './transfer-orders/index.ts';
import { floorHooks } from './warehouse/index.ts';

/** A checkout waits for the reply. After this time the address or the transit is estimated offline. */
const checkoutTimeoutMs = 4_000;
/** A label takes some seconds. After this time its state is looked up later. */
const labelTimeoutMs = 20_000;
/** How long a caller waits for labels that are being bought. After this time the caller is asked to retry. */
const maxLabelWaitMs = 25_000;

/** The ports of an environment. The test environment uses no carrier account, whatever is configured. */
export function wirePorts(
  environment: EnvironmentName,
  { easypost, carrierAccounts }: Pick<Config, 'easypost' | 'carrierAccounts'>,
): Ports {
  const account = environment === 'production' ? easypost : undefined;
  const checkout = openCheckoutSources(account, checkoutTimeoutMs);
  return (
    wireSlices(new Ports())
      .provide(locationSources, environment === 'production' ? openLocationSources(carrierAccounts) : [])
      .provide(addressSource, checkout.addresses)
      .provide(transitSource, checkout.transit)
      .provide(carrierConnection, account && connectCarrier(account))
      // Simulated carriers scan what people ship; real ones report it themselves.
      .provide(departedPackages, environment === 'test' ? planTrips : async () => undefined)
      .provide(departedTransfers, environment === 'test' ? scheduleArrivals : async () => undefined)
  );
}

/** The ports between slices, which are the same in every environment. */
function wireSlices(ports: Ports): Ports {
  return (
    ports
      // Documents are locked in this order.
      .provide(demandOwners, [transferOrderDemandOwner, salesOrderDemandOwner, packedOrderOwner])
      .provide(documentNameSources, [salesOrderNames, purchaseOrders.nameSource, transferOrders.nameSource])
      .provide(pendingTransferSource, pendingTransfers)
      .provide(itemUseSource, readInventoryUse)
      .provide(closedOrderTypesSource, closedOrderTypes)
      .provide(cancellationHook, async (tx, orders) => {
        await voidUnneededLabels(tx, orders);
        floorHooksOfStore.settled(tx, orders);
      })
      .provide(floorHooks, floorHooksOfStore)
  );
}

type CarrierApi = NonNullable<Config['easypost']>;

export interface CheckoutSources {
  readonly addresses: AddressSource | undefined;
  readonly transit: TransitSource | undefined;
}

/** The sources of delivery points and transit times that a carrier account provides to a checkout; none without an account. */
export function openCheckoutSources(account: CarrierApi | undefined, timeoutMs: number): CheckoutSources {
  if (account === undefined) return { addresses: undefined, transit: undefined };
  // One gateway for both, so that a rate limit of the carrier pauses both.
  const gateway = easypostGateway({ ...account, timeoutMs });
  const { verify } = carrierAddressSource(gateway);
  const { estimate } = transitSourceOf(gateway);
  return {
    addresses: { verify: withCircuitBreaker(carrierAccountName, verify) },
    // The cache is outside the circuit breaker: cached estimates are returned also while it is open.
    transit: cachedTransit({ estimate: withCircuitBreaker(carrierAccountName, estimate) }),
  };
}

function connectCarrier(account: CarrierApi): CarrierConnection {
  return {
    gateway: easypostGateway({ ...account, timeoutMs: labelTimeoutMs }),
    trustedOrigin: new URL(account.baseUrl).origin,
    maxLabelWaitMs,
  };
}
