/**
 * The wiring of an environment: provides the functions that slices need of the carriers and of slices that they must not
 * import, as one context (`SlicePorts`). The server, the commands and the tests use it, so they run the same system.
 */
import {
  type AddressSource,
  addressSource,
  carrierLocationSources,
  openCarrierLocationSources,
  orderTypesClosedToStateSource,
  withCircuitBreaker,
} from './addresses/index.ts';
import { lowerBinsForDeparture, readFreeUnitsInNoBin, readUnitsPickedForDepartures } from './bins/index.ts';
import {
  cacheTransitSource,
  carrierAddressSource,
  carrierProviderName,
  carrierTransitSource,
  gatewayOfCarrierAccounts,
  type TransitSource,
} from './carriers/index.ts';
import {
  floorWorkHooks,
  onPackagesDeparted,
  packScannedOrders,
  readToteContentsSentences,
  readUnitsInNoBin,
  readUnitsTakenForTransfers,
} from './floor/index.ts';
import { demandOwners, documentNameSources, pendingTransferSource, readRemainingItemUses } from './inventory/index.ts';
import { toteContentsSource } from './locations/index.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/db.ts';
import type { EnvironmentName } from './platform/environment.ts';
import { SlicePorts } from './platform/ports.ts';
import { numberedPurchaseOrderStore } from './purchase-orders/index.ts';
import { onTransfersDeparted, onUnitsDeparting } from './receiving/index.ts';
import {
  readOrderTypesClosedToState,
  salesOrderCancellationHook,
  salesOrderDemandOwner,
  salesOrderNameSource,
} from './sales-orders/index.ts';
import {
  type CarrierAccounts,
  carrierConnection,
  openCarrierAccounts,
  packedOrderDemandOwner,
  voidLabelsOfOrders,
} from './shipping-labels/index.ts';
import { scheduleCarrierScans, schedulePackingAfterScan, scheduleTransferArrivals } from './simulation/index.ts';
import { itemUseSource } from './skus/index.ts';
import { transitSource } from './tracking/index.ts';
import {
  numberedTransferOrderStore,
  readPendingTransferOrders,
  transferOrderDemandOwner,
} from './transfer-orders/index.ts';
import { floorHooks } from './warehouse/index.ts';

/** A checkout waits for the reply. After this time the address is checked offline and not confirmed, and the transit is estimated. */
const checkoutTimeoutMs = 4_000;
/** A label takes some seconds. After this time its state is looked up later. */
const labelTimeoutMs = 20_000;
/** How long a caller waits for labels that are being bought. After this time the caller is asked to retry. */
const maxLabelWaitMs = 25_000;

/** The ports of an environment. Those that `connectCarriers` provides are undefined until it is called. */
export function wireSlicePorts(
  environment: EnvironmentName,
  { carrierAccounts }: Pick<Config, 'carrierAccounts'>,
): SlicePorts {
  return (
    wireSlices(new SlicePorts())
      .provide(carrierLocationSources, environment === 'production' ? openCarrierLocationSources(carrierAccounts) : [])
      .provide(addressSource, undefined)
      .provide(transitSource, undefined)
      .provide(carrierConnection, undefined)
      // Simulated carriers scan what people ship; real ones report it themselves.
      .provide(onPackagesDeparted, environment === 'test' ? scheduleCarrierScans : async () => undefined)
      .provide(packScannedOrders, environment === 'test' ? schedulePackingAfterScan : async () => undefined)
      .provide(onTransfersDeparted, environment === 'test' ? scheduleTransferArrivals : async () => undefined)
  );
}

/**
 * Connects production with the carrier accounts that were entered in the portal, read at each call through the cache of the
 * operator's settings, and with the EasyPost account of the configuration, if there is one. The test environment uses no
 * account, whatever is configured.
 */
export function connectCarriers(db: Db, config: AccountSettings): void {
  const accounts = openCarrierAccounts(db, config, labelTimeoutMs);
  const isConnected = (): boolean => accounts.known().some(({ isEnabled }) => isEnabled);
  const checkout = openCheckoutSources(openCarrierAccounts(db, config, checkoutTimeoutMs), isConnected);
  db.ports
    .provide(addressSource, checkout.addresses)
    .provide(transitSource, checkout.transit)
    .provide(carrierConnection, {
      gateway: gatewayOfCarrierAccounts(accounts),
      trustedOrigin: new URL(config.easypostBaseUrl).origin,
      maxLabelWaitMs,
      isConnected,
    });
}

/** The ports between slices, which are the same in every environment. */
function wireSlices(ports: SlicePorts): SlicePorts {
  return (
    ports
      // Documents are locked in this order.
      .provide(demandOwners, [transferOrderDemandOwner, salesOrderDemandOwner, packedOrderDemandOwner])
      .provide(documentNameSources, [
        salesOrderNameSource,
        numberedPurchaseOrderStore.nameSource,
        numberedTransferOrderStore.nameSource,
      ])
      .provide(pendingTransferSource, readPendingTransferOrders)
      .provide(itemUseSource, readRemainingItemUses)
      .provide(orderTypesClosedToStateSource, readOrderTypesClosedToState)
      .provide(salesOrderCancellationHook, async (tx, orders) => {
        await voidLabelsOfOrders(tx, orders);
        floorWorkHooks.problemsEnded(tx, orders);
      })
      .provide(floorHooks, floorWorkHooks)
      .provide(toteContentsSource, readToteContentsSentences)
      .provide(onUnitsDeparting, lowerBinsForDeparture)
      .provide(readUnitsInNoBin, readFreeUnitsInNoBin)
      .provide(readUnitsTakenForTransfers, async (reader, warehouse, items) => {
        const { outOfBin } = await readUnitsPickedForDepartures(reader, warehouse, items);
        return (bin) => outOfBin(bin, bin.location);
      })
  );
}

type AccountSettings = Pick<Config, 'secretKey' | 'easypost' | 'easypostBaseUrl'>;

export interface CheckoutSources {
  readonly addresses: AddressSource;
  readonly transit: TransitSource;
}

/** The sources of delivery points and transit times that the carrier accounts provide to a checkout; not asked while there is no account. */
export function openCheckoutSources(accounts: CarrierAccounts, isConnected: () => boolean): CheckoutSources {
  // One gateway for both, so that a rate limit of the carrier pauses both.
  const gateway = gatewayOfCarrierAccounts(accounts);
  const { verify } = carrierAddressSource(gateway);
  const { estimate } = carrierTransitSource(gateway);
  return {
    addresses: { verify: withCircuitBreaker(carrierProviderName, verify), isConnected },
    // The cache is outside the circuit breaker: cached estimates are returned also while it is open.
    transit: { ...cacheTransitSource({ estimate: withCircuitBreaker(carrierProviderName, estimate) }), isConnected },
  };
}
