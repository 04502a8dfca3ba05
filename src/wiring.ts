/**
 * The wiring of an environment: provides the functions that slices need of the carriers and of slices that they must not
 * import, as one context (`SlicePortRegistry`). The server, the commands and the tests use it, so they run the same system.
 */
import {
  type AddressVerifier,
  addressVerifierPort,
  carrierLocationSourcesPort,
  createCarrierLocationSources,
  orderTypesClosedToStateSourcePort,
  withCircuitBreaker,
} from './addresses/index.ts';
import {
  deductDepartedUnitsFromBins,
  readPickedTransferUnitsBySource,
  readUnplacedAndFreeUnits,
} from './bins/index.ts';
import {
  cacheTransitSource,
  carrierProviderName,
  createCarrierAddressVerifier,
  createCarrierTransitSource,
  createMultiAccountCarrierGateway,
  type TransitSource,
} from './carriers/index.ts';
import {
  floorWorkHooks,
  packagesDepartedHook,
  packScannedOrdersHook,
  readToteContentsSentences,
  unitsInNoBinPort,
  unitsTakenForTransfersPort,
} from './floor/index.ts';
import {
  demandOwnersPort,
  documentNameSourcesPort,
  pendingTransferSourcePort,
  readStockAndDocumentsOfItems,
} from './inventory/index.ts';
import { toteContentsSourcePort } from './locations/index.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/db.ts';
import type { EnvironmentName } from './platform/environment.ts';
import { SlicePortRegistry } from './platform/ports.ts';
import { numberedPurchaseOrderStore } from './purchase-orders/index.ts';
import { transfersDepartedHook, unitsDepartingHook } from './receiving/index.ts';
import {
  readOrderTypesClosedToState,
  salesOrderCancellationHook,
  salesOrderDemandOwner,
  salesOrderDocumentNameSource,
} from './sales-orders/index.ts';
import {
  type CarrierAccountSource,
  carrierConnectionPort,
  createCarrierAccountSource,
  packedOrderDemandOwner,
  voidLabelsOfOrders,
} from './shipping-labels/index.ts';
import { scheduleCarrierScans, schedulePackingAfterScan, scheduleTransferArrivals } from './simulation/index.ts';
import { itemUseSourcePort } from './skus/index.ts';
import { transitSourcePort } from './tracking/index.ts';
import {
  numberedTransferOrderStore,
  readPendingTransferOrders,
  transferOrderDemandOwner,
} from './transfer-orders/index.ts';
import { floorHooksPort } from './warehouse/index.ts';

/** A checkout waits for the reply. After this time the address is checked offline and not confirmed, and the transit is estimated. */
const checkoutTimeoutMs = 4_000;
/** A label takes some seconds. After this time its state is looked up later. */
const labelTimeoutMs = 20_000;
/** How long a caller waits for labels that are being bought. After this time the caller is asked to retry. */
const maxLabelWaitMs = 25_000;

/** The ports of an environment. Those that `provideCarrierPorts` provides are undefined until it is called. */
export function wireSlicePorts(
  environment: EnvironmentName,
  { carrierAccounts }: Pick<Config, 'carrierAccounts'>,
): SlicePortRegistry {
  return (
    wireSlices(new SlicePortRegistry())
      .provide(
        carrierLocationSourcesPort,
        environment === 'production' ? createCarrierLocationSources(carrierAccounts) : [],
      )
      .provide(addressVerifierPort, undefined)
      .provide(transitSourcePort, undefined)
      .provide(carrierConnectionPort, undefined)
      // Simulated carriers scan what people ship; real ones report it themselves.
      .provide(packagesDepartedHook, environment === 'test' ? scheduleCarrierScans : async () => undefined)
      .provide(packScannedOrdersHook, environment === 'test' ? schedulePackingAfterScan : async () => undefined)
      .provide(transfersDepartedHook, environment === 'test' ? scheduleTransferArrivals : async () => undefined)
  );
}

/**
 * Provides the ports of production for address verification, transit times and labels. They use the carrier accounts that were entered in
 * the portal, read at each call through the cache of the operator's settings, and the EasyPost account of the configuration, if there is
 * one. No carrier is called here. Do not call it for the test environment, which uses no account, whatever is configured.
 */
export function provideCarrierPorts(db: Db, config: AccountSettings): void {
  const accounts = createCarrierAccountSource(db, config, labelTimeoutMs);
  const isConnected = (): boolean => accounts.known().some(({ isEnabled }) => isEnabled);
  const checkout = createAddressVerifierAndTransitSource(
    createCarrierAccountSource(db, config, checkoutTimeoutMs),
    isConnected,
  );
  db.ports
    .provide(addressVerifierPort, checkout.addresses)
    .provide(transitSourcePort, checkout.transit)
    .provide(carrierConnectionPort, {
      gateway: createMultiAccountCarrierGateway(accounts),
      trustedOrigin: new URL(config.easypostBaseUrl).origin,
      maxLabelWaitMs,
      isConnected,
    });
}

/** The ports between slices, which are the same in every environment. */
function wireSlices(ports: SlicePortRegistry): SlicePortRegistry {
  return (
    ports
      // Documents are locked in this order.
      .provide(demandOwnersPort, [transferOrderDemandOwner, salesOrderDemandOwner, packedOrderDemandOwner])
      .provide(documentNameSourcesPort, [
        salesOrderDocumentNameSource,
        numberedPurchaseOrderStore.nameSource,
        numberedTransferOrderStore.nameSource,
      ])
      .provide(pendingTransferSourcePort, readPendingTransferOrders)
      .provide(itemUseSourcePort, readStockAndDocumentsOfItems)
      .provide(orderTypesClosedToStateSourcePort, readOrderTypesClosedToState)
      .provide(salesOrderCancellationHook, async (tx, orders) => {
        await voidLabelsOfOrders(tx, orders);
        floorWorkHooks.problemsEnded(tx, orders);
      })
      .provide(floorHooksPort, floorWorkHooks)
      .provide(toteContentsSourcePort, readToteContentsSentences)
      .provide(unitsDepartingHook, deductDepartedUnitsFromBins)
      .provide(unitsInNoBinPort, readUnplacedAndFreeUnits)
      .provide(unitsTakenForTransfersPort, async (reader, warehouse, items) => {
        const { outOfBin } = await readPickedTransferUnitsBySource(reader, warehouse, items);
        return (bin) => outOfBin(bin, bin.location);
      })
  );
}

type AccountSettings = Pick<Config, 'secretKey' | 'easypost' | 'easypostBaseUrl'>;

interface AddressVerifierAndTransitSource {
  readonly addresses: AddressVerifier;
  readonly transit: TransitSource;
}

/** The sources of delivery points and transit times that the carrier accounts provide to a checkout; not asked while there is no account. */
export function createAddressVerifierAndTransitSource(
  accounts: CarrierAccountSource,
  isConnected: () => boolean,
): AddressVerifierAndTransitSource {
  // One gateway for both, so that a rate limit of the carrier pauses both.
  const gateway = createMultiAccountCarrierGateway(accounts);
  const { verify } = createCarrierAddressVerifier(gateway);
  const { estimate } = createCarrierTransitSource(gateway);
  return {
    addresses: { verify: withCircuitBreaker(carrierProviderName, verify), isConnected },
    // The cache is outside the circuit breaker: cached estimates are returned also while it is open.
    transit: { ...cacheTransitSource({ estimate: withCircuitBreaker(carrierProviderName, estimate) }), isConnected },
  };
}
