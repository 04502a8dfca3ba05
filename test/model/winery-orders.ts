/** Steps of customers and of the floor with sales orders, on the database side of the model. */

import { formatUsDate } from '../../src/lib/dates.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { cancelSalesOrders } from '../../src/sales-orders/cancel.ts';
import type { SalesOrderDraft } from '../../src/sales-orders/draft.ts';
import { createSalesOrders, lockSalesOrders } from '../../src/sales-orders/index.ts';
import type { SalesOrderPatch } from '../../src/sales-orders/request-mapping.ts';
import { updateSalesOrders } from '../../src/sales-orders/update.ts';
import { readJitLabelsOfOrders, scanJitLabels } from '../../src/shipping-labels/index.ts';
import { generateJitLabels } from '../../src/shipping-labels/jit/generate-labels.ts';
import { packOrdersWithoutCarrierLabels, shipPackages, startOrderProcessing } from '../../src/warehouse/index.ts';
import { draft, orderRequest, recipient } from '../support/orders.ts';
import type { SaleType } from './documents.ts';
import { states } from './hold-model.ts';
import type { SentOrder } from './order-steps.ts';
import type { RealSide } from './real-side.ts';
import type { SentLine } from './step.ts';
import type { OrderChange } from './stock-model.ts';

const cities: Readonly<Record<string, string>> = { '80202': 'Denver', '10001': 'New York' };

/** Without a street nothing can be sent there. */
const addressed = (zip: string, isUsable: boolean) => ({
  ...recipient,
  Address: isUsable ? recipient.Address : '',
  City: cities[zip] ?? '',
  State: states[zip] ?? '',
  ZipCode: zip,
});

const itemsInfo = (sent: readonly SentLine[], type: SaleType) =>
  sent.map(({ item: ItemNo, status: taxStatus, quantity, inCases }) => ({
    ItemNo,
    ItemQuantity: quantity,
    QuantityUnit: inCases ? ('WHOLESALE' as const) : ('RETAIL' as const),
    ...(type === 'WHOLESALE' ? { InventoryTaxStatus: taxStatus } : {}),
  }));

/** The draft of an order that is sent in a season. */
export function draftOf(real: RealSide, reference: string, order: SentOrder, season: number): SalesOrderDraft {
  const { type, named, inSeasons } = order;
  const request = orderRequest({
    OrderInfo: { OrderType: type, HoldOrder: order.isHeld },
    RecipientContactInfo: addressed(order.zip, order.isUsable),
    ShipmentInfo: {
      ShippingCarrier: 'FEX',
      ShippingCarrierService: order.service as 'GRND',
      IcePack: order.icePack ? 1 : 0,
      ...(inSeasons === undefined ? {} : { RequestedShipmentDate: requestedOf(real, season + inSeasons) }),
      ...(named ? { ServiceWarehouseLocation: named } : {}),
    },
    ItemsInfo: itemsInfo(order.lines, type),
  } as Parameters<typeof orderRequest>[0]);
  return { ...draft(real.customerNo, request), reference };
}

/** Makes and scans the label of a JIT order that is in work; does nothing to any other. */
async function scanLabel(tx: Tx, real: RealSide, reference: string, at: Temporal.Instant): Promise<void> {
  const { customerNo, postingRequest } = real;
  const [order] = await lockSalesOrders(tx, [{ customerNo, orderId: reference }]);
  if (order?.orderType !== 'JIT' || order.status !== 'PROCESSING ORDER') return;
  const request = { order: { customerNo, reference }, customerName: 'Model', carriers: 'sandbox' } as const;
  await generateJitLabels(tx, [{ ...postingRequest(), ...request, unknownProperties: [] }]);
  const [label] = await readJitLabelsOfOrders(tx, [order]);
  if (label?.scannedAt === undefined && label !== undefined) {
    await scanJitLabels(tx, [{ ...postingRequest(), scanned: label.labelId, at }], 'sandbox');
  }
}

/** A day that is past when the season begins, and far off in the one before. */
const requestedOf = ({ dayOf }: RealSide, season: number): string =>
  formatUsDate(dayOf(season, -3).toZonedDateTimeISO('America/Los_Angeles').toPlainDate());

export function orderCommands(real: RealSide) {
  const { customerNo, postingRequest, write, floor } = real;
  const work = (reference: string, at: Temporal.Instant) => ({ customerNo, at, orderIds: [reference] });
  return {
    place: (reference: string, order: SentOrder, season: number) =>
      write((tx) => createSalesOrders(tx, [draftOf(real, reference, order, season)])),
    update: (reference: string, change: OrderChange, type: SaleType, sent: readonly SentLine[] | undefined) => {
      const { named, to, service, icePack, season, isHeld } = change;
      const shipment = {
        ...(named === undefined ? {} : { ServiceWarehouseLocation: named }),
        ...(service === undefined ? {} : { ShippingCarrierService: service }),
        ...(icePack === undefined ? {} : { IcePack: icePack ? 1 : 0 }),
        ...(season === undefined ? {} : { RequestedShipmentDate: requestedOf(real, season) }),
      };
      const patch = {
        ...(sent === undefined ? {} : { ItemsInfo: itemsInfo(sent, type) }),
        ...(to === undefined ? {} : { RecipientContactInfo: addressed(to.zip, to.isUsable) }),
        ...(Object.keys(shipment).length > 0 ? { ShipmentInfo: shipment } : {}),
      } as SalesOrderPatch;
      return write((tx) =>
        updateSalesOrders(tx, [
          {
            ...postingRequest(),
            name: { customerNo, reference },
            unknownProperties: [],
            patch,
            hold: isHeld,
          },
        ]),
      );
    },
    cancel: (reference: string) =>
      write((tx) =>
        cancelSalesOrders(tx, [{ ...postingRequest(), name: { customerNo, reference }, unknownProperties: [] }]),
      ),
    begin: (reference: string) =>
      floor((tx: Tx, at) => startOrderProcessing(tx, work(reference, at), 'sandbox', new Set([reference]))),
    /** The bench has scanned the label of a JIT order by then. */
    pack: (reference: string) =>
      floor(async (tx, at) => {
        await scanLabel(tx, real, reference, at);
        await packOrdersWithoutCarrierLabels(tx, work(reference, at), new Set([reference]));
      }),
    ship: (reference: string) => floor((tx, at) => shipPackages(tx, work(reference, at))),
  };
}
