/** One customer on the database side of the model: its changes, made by either of two processes, and its contents. */

import {
  adjustStock,
  approveCycleCounts,
  demandRanks,
  openCycleCounts,
  recordCycleCounts,
  stockProductionWriter,
  stockStatusChangeWriter,
} from '../../src/inventory/index.ts';
import { readCreditHolds, readLicenseRules, readWeatherWindows } from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import {
  cancelPurchaseOrders,
  createPurchaseOrders,
  postPurchaseOrderReceipts,
} from '../../src/purchase-orders/index.ts';
import {
  cancelTransferOrders,
  createTransferOrders,
  postTransferReceipts,
  shipTransfers,
  startTransfers,
} from '../../src/transfer-orders/index.ts';
import { givenCustomer, givenItems } from '../support/catalog.ts';
import type { ModelBalance, ModelReturnView, ModelRulesView, ModelView, Place } from './documents.ts';
import { operatorHoldText, shippingText } from './hold-model.ts';
import { openRealSide, type RealSide } from './real-side.ts';
import { bottlesPerCase } from './step.ts';
import { holdCommands } from './winery-holds.ts';
import { orderCommands } from './winery-orders.ts';
import { returnCommands } from './winery-returns.ts';

export async function openModelWinery(db: Db, other: Db, items: readonly string[]) {
  const customerNo = await givenCustomer(db);
  await givenItems(
    db,
    customerNo,
    items.map((itemNo) => ({ itemNo, bottlesPerCase })),
  );
  const real = openRealSide(db, other, customerNo);
  const { postingRequest, write } = real;
  return {
    customerNo,
    ...orderCommands(real),
    ...holdCommands(real),
    ...returnCommands(real),
    transfer: (
      reference: string,
      route: { from: string; to: string; status: string },
      sent: readonly { item: string; units: number }[],
    ) =>
      write((tx) =>
        createTransferOrders(tx, [
          {
            ...postingRequest(reference),
            unknownProperties: [],
            draft: {
              customerReferenceNo: reference,
              requestedDate: Temporal.PlainDate.from('2026-11-20'),
              fromWarehouse: route.from,
              toWarehouse: route.to,
              inventoryStatus: route.status,
              toInventoryStatus: '',
              details: noDemand,
              lines: sent.map(({ item, units }) => ({
                itemNo: item,
                description: '',
                quantity: units,
                quantityUnit: 'RETAIL',
                taxStatus: '',
                unitPrice: undefined,
              })),
            },
          },
        ]),
      ),
    cancelTransfer: (reference: string) =>
      write((tx) =>
        cancelTransferOrders(tx, [
          {
            ...postingRequest(),
            unknownProperties: [],
            name: { customerNo, reference },
          },
        ]),
      ),
    start: (reference: string) =>
      write((tx) => startTransfers(tx, [{ ...postingRequest(), name: { customerNo, reference } }])),
    depart: (reference: string) =>
      write((tx) => shipTransfers(tx, [{ ...postingRequest(), name: { customerNo, reference } }])),
    arrive: (reference: string) =>
      write((tx) =>
        postTransferReceipts(tx, [
          { ...postingRequest(), name: { customerNo, reference }, lines: undefined, final: false },
        ]),
      ),
    announce: (
      reference: string,
      inbound: { warehouse: string; status: string; lines: readonly { item: string; ordered: number }[] },
    ) =>
      write((tx) =>
        createPurchaseOrders(tx, [
          {
            ...postingRequest(reference),
            unknownProperties: [],
            draft: {
              customerReferenceNo: reference,
              transportMethod: 'DROPOFF',
              requestedDate: Temporal.PlainDate.from('2026-11-20'),
              warehouse: inbound.warehouse,
              inventoryStatus: inbound.status,
              referenceNo: 'R',
              details: noDemand,
              lines: inbound.lines.map(({ item, ordered }) => ({ itemNo: item, description: '', quantity: ordered })),
            },
          },
        ]),
      ),
    receive: (reference: string, arrived: readonly { item: string; units: number; status: string }[]) =>
      write((tx) =>
        postPurchaseOrderReceipts(tx, [
          {
            ...postingRequest(),
            customerReferenceNo: reference,
            lines: arrived.map(({ item, units, status }) => ({ itemNo: item, quantity: units, status })),
          },
        ]),
      ),
    cancelInbound: (reference: string) =>
      write((tx) =>
        cancelPurchaseOrders(tx, [
          { ...postingRequest(), name: { customerNo, customerReferenceNo: reference }, unknownProperties: [] },
        ]),
      ),
    adjust: (at: Omit<Place, 'item'>, changes: readonly { item: string; units: number }[]) =>
      write((tx) =>
        adjustStock(tx, [
          {
            ...postingRequest(),
            ...at,
            reasonCode: 'CORRECTION',
            items: changes.map(({ item, units }) => ({ itemNo: item, quantity: units })),
          },
        ]),
      ),
    changeStatus: (warehouse: string, from: string, to: string, item: string, units: number) =>
      write((tx) =>
        stockStatusChangeWriter.write(tx, [
          {
            ...postingRequest(),
            warehouse,
            fromStatus: from,
            toStatus: to,
            reasonCode: undefined,
            items: [{ itemNo: item, quantity: units }],
          },
        ]),
      ),
    produce: (
      at: Omit<Place, 'item'>,
      set: { item: string; units: number },
      components: readonly { item: string; perSet: number }[],
    ) =>
      write((tx) =>
        stockProductionWriter.write(tx, [
          {
            ...postingRequest(),
            ...at,
            itemNo: set.item,
            quantity: set.units,
            components: components.map(({ item, perSet }) => ({ itemNo: item, quantityPerSet: perSet })),
          },
        ]),
      ),
    /** Opens a count of one shelf and counts it twice, in one transaction each. */
    count: async (reference: string, { item, warehouse, status }: Place, difference: number) => {
      const opened = await write((tx) =>
        openCycleCounts(tx, [{ ...postingRequest(reference), warehouse, items: [item], statuses: [status] }]),
      );
      if (opened !== 'done') return opened;
      return await write(async (tx) => {
        const [row] = await tx.rows<{ on_hand: number }>(
          'select on_hand from balances where (customer_no, item_no, warehouse, status) = ($1, $2, $3, $4)',
          [customerNo, item, warehouse, status],
        );
        const counted = Math.max(0, (row?.on_hand ?? 0) + difference);
        const record = { countId: reference, lines: [{ itemNo: item, status, counted }] };
        await recordCycleCounts(tx, [{ ...postingRequest(), ...record }]);
        return await recordCycleCounts(tx, [{ ...postingRequest(), ...record }]);
      });
    },
    approve: (reference: string) =>
      write((tx) => approveCycleCounts(tx, [{ ...postingRequest(), countId: reference }])),
    /** When each order was accepted, which decides about its place in the queue. */
    queuedAtOfAll: async (): Promise<Map<string, string>> => {
      const rows = await db.rows<{ order_id: string; queued_at: string }>(
        `select order_id, to_char(queued_at, 'YYYY-MM-DD HH24:MI:SS.US') as queued_at
           from (select order_id, queued_at from sales_orders where customer_no = $1
                 union all
                 select subject, min(queued_at) from demands where customer_no = $1 and rank <> $2 group by subject) q`,
        [customerNo, demandRanks.order],
      );
      return new Map(rows.map((row) => [row.order_id, row.queued_at]));
    },
    balances: async (): Promise<Map<string, ModelBalance>> => {
      const rows = await db.rows<ModelBalance & { key: string }>(
        `select item_no || ' ' || warehouse || ' ' || status as key, on_hand as "onHand", reserved,
                back_ordered as "backOrdered", expected - in_transit as expected
           from balances where customer_no = $1 and (on_hand, reserved, back_ordered, expected - in_transit) <> (0, 0, 0, 0)`,
        [customerNo],
      );
      return new Map(rows.map(({ key, ...balance }) => [key, balance] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    views: async (): Promise<Map<string, ModelView>> => {
      const rows = await db.rows<ViewRow>(
        `select o.order_id as reference, o.status, coalesce(max(d.state), 'none') as demand,
                case when max(d.state) is not null then o.warehouse end as warehouse,
                o.service, o.ice_pack, o.requested_ship_date, max(w.document #>> '{recipient,zipCode}') as zip,
                coalesce(h.holds, '{}') as holds
           from (select customer_no, order_id, warehouse, service, ice_pack, requested_ship_date,
                        case when status = 'PROCESSING ORDER' and exists (
                               select from packages p where (p.customer_no, p.order_id) = (s.customer_no, s.order_id))
                             -- Packed and not yet packed look alike to a caller, but what comes next tells them apart.
                             then 'PROCESSING ORDER, packed' else status end as status
                   from sales_orders s
                 union all
                 select customer_no, order_id, from_warehouse, null, null, null, status from transfer_orders) o
           left join sales_order_details w using (customer_no, order_id)
           left join demands d on d.customer_no = o.customer_no and d.subject = o.order_id
           left join (select order_id, array_agg(jsonb_build_object('reason', reason, 'owner', owner, 'cause', cause, 'endsAt', ends_at)) as holds
                        from sales_order_holds where customer_no = $1 group by order_id) h on h.order_id = o.order_id
          where o.customer_no = $1
          group by o.customer_no, o.order_id, o.status, o.warehouse, o.service, o.ice_pack, o.requested_ship_date, h.holds`,
        [customerNo],
      );
      return new Map(
        rows.map(({ reference, status, demand, warehouse, holds, ...sent }) => [
          reference,
          {
            status,
            demand,
            warehouse: warehouse ?? undefined,
            holds: holds.map((hold) => holdText(real, hold)).sort(),
            shipping:
              sent.service === null
                ? ''
                : shippingText(sent.zip, sent.service, sent.ice_pack === 1, seasonOf(real, sent)),
          },
        ]),
      );
    },
    rules: async (): Promise<ModelRulesView> => {
      const [credit, licenses, windows] = await Promise.all([
        readCreditHolds(db, customerNo),
        readLicenseRules(db, customerNo),
        readWeatherWindows(db, customerNo),
      ]);
      return {
        isOnCredit: credit.length > 0,
        licenses: licenses
          .map(({ state, orderType, open }) => `${state} ${orderType} ${open ? 'open' : 'closed'}`)
          .sort(),
        windows: windows.map(({ ruleId }) => ruleId).sort(),
      };
    },
    returns: async (): Promise<Map<string, ModelReturnView>> => {
      const rows = await db.rows<ModelReturnView & { reference: string }>(
        `select r.return_id as reference, r.status, r.warehouse, json_agg(json_build_object(
                  'item', l.item_no, 'shippedStatus', l.shipped_status, 'expected', l.expected, 'isInspected', l.is_inspected,
                  'found', (select coalesce(json_agg(json_build_object('units', f.quantity, 'status', f.status,
                                                                       'disposition', f.disposition) order by f.finding), '[]')
                              from return_findings f where (f.customer_no, f.return_id, f.line) = (l.customer_no, l.return_id, l.line)))
                  order by l.item_no, l.shipped_status) as lines
           from returns r join return_lines l using (customer_no, return_id)
          where r.customer_no = $1 group by r.return_id, r.status, r.warehouse`,
        [customerNo],
      );
      return new Map(rows.map(({ reference, ...view }) => [reference, view]));
    },
  };
}

interface HoldRow {
  readonly reason: string;
  readonly owner: string;
  readonly cause: string;
  readonly endsAt: string | null;
}

interface ViewRow extends Omit<ModelView, 'holds' | 'shipping'> {
  readonly reference: string;
  readonly service: string | null;
  readonly ice_pack: number;
  readonly requested_ship_date: Temporal.PlainDate | null;
  readonly zip: string;
  readonly holds: readonly HoldRow[];
}

function holdText({ seasonAt }: RealSide, { reason, owner, cause, endsAt }: HoldRow): string {
  if (reason === 'Weather') return `${reason} ${cause}`;
  if (owner !== 'operator') return reason;
  return operatorHoldText(endsAt === null ? undefined : seasonAt(Temporal.Instant.from(endsAt)));
}

/** It is asked for a few days before. */
function seasonOf(
  { seasonAt }: RealSide,
  { requested_ship_date: day }: Pick<ViewRow, 'requested_ship_date'>,
): number | undefined {
  return day === null ? undefined : seasonAt(day.add({ days: 5 }).toZonedDateTime('UTC').toInstant());
}

export type ModelWinery = Awaited<ReturnType<typeof openModelWinery>>;

const noDemand = {
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  phoneNumber: '',
  emailAddress: '',
  specialInstruction: '',
};
