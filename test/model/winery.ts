/** One customer on the real side of a model: what is done to it, from either of two processes, and what it shows. */

import {
  adjustStock,
  approveCounts,
  changeStatuses,
  openCounts,
  postProductions,
  recordCounts,
} from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import type { Outcome } from '../../src/platform/errors.ts';
import { cancelPurchaseOrders, createPurchaseOrders, receivePurchaseOrders } from '../../src/purchase-orders/index.ts';
import { cancelSalesOrders } from '../../src/sales-orders/cancel.ts';
import { placeSalesOrders } from '../../src/sales-orders/index.ts';
import { type SalesOrderUpdate, updateSalesOrders } from '../../src/sales-orders/update.ts';
import type { SalesOrderPatch } from '../../src/sales-orders/wire.ts';
import {
  cancelTransferOrders,
  createTransferOrders,
  receiveTransfers,
  shipTransfers,
  startTransfers,
} from '../../src/transfer-orders/index.ts';
import { beginProcessing, packOrders, shipPackages } from '../../src/warehouse/index.ts';
import { givenCustomer, givenItems } from '../support/catalogue.ts';
import { draft, type OrderOverrides, orderRequest } from '../support/orders.ts';
import type { ModelBalance, ModelView, Place } from './stock-model.ts';

export const bottlesPerCase = 6;

export interface SentLine {
  readonly item: string;
  readonly status: string;
  readonly quantity: number;
  readonly inCases: boolean;
}

/** `done`, or the code of the refusal: of its first fault where it has faults. */
function told(outcomes: readonly Outcome<unknown>[]): string {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('no outcome');
  return 'done' in outcome ? 'done' : (outcome.refused.faults?.[0]?.code ?? outcome.refused.code);
}

export async function openModelWinery(db: Db, other: Db, items: readonly string[]) {
  const customerNo = await givenCustomer(db);
  await givenItems(
    db,
    customerNo,
    items.map((itemNo) => ({ itemNo, bottlesPerCase })),
  );
  let turn = 0;
  /** Every second transaction is the other process'. */
  const write = async <Done>(work: (tx: Tx) => Promise<readonly Outcome<Done>[]>): Promise<string> => {
    turn += 1;
    return told(await (turn % 2 === 0 ? db : other).write(work));
  };
  const asked = (reference = uuidv7()) => ({ customerNo, reference, operation: 'model', actor: 'model' });
  const work = (reference: string) => ({ customerNo, at: Temporal.Now.instant(), orderIds: [reference] });
  const floor = (step: (tx: Tx) => Promise<unknown>) =>
    write(async (tx) => {
      await step(tx);
      return [{ done: undefined }];
    });
  return {
    customerNo,
    place: (reference: string, overrides: OrderOverrides) =>
      write((tx) => placeSalesOrders(tx, [{ ...draft(customerNo, orderRequest(overrides)), reference }])),
    update: (reference: string, patch: SalesOrderUpdate['patch'], hold?: boolean) =>
      write((tx) =>
        updateSalesOrders(tx, [
          {
            ...asked(),
            name: { customerNo, reference },
            unknownProperties: [],
            patch: patch as SalesOrderPatch,
            hold,
            preferences: { carrier: 'BSW', service: 'GRND', warehouse: '' },
          },
        ]),
      ),
    cancel: (reference: string) =>
      write((tx) => cancelSalesOrders(tx, [{ ...asked(), name: { customerNo, reference }, unknownProperties: [] }])),
    begin: (reference: string) => floor((tx) => beginProcessing(tx, work(reference), 'sandbox')),
    pack: (reference: string) => floor((tx) => packOrders(tx, work(reference))),
    ship: (reference: string) => floor((tx) => shipPackages(tx, work(reference))),
    transfer: (
      reference: string,
      route: { from: string; to: string; status: string },
      sent: readonly { item: string; units: number }[],
    ) =>
      write((tx) =>
        createTransferOrders(tx, [
          {
            ...asked(reference),
            unknownProperties: [],
            draft: {
              customerReferenceNo: reference,
              requestedDate: Temporal.PlainDate.from('2026-11-20'),
              fromWarehouse: route.from,
              toWarehouse: route.to,
              inventoryStatus: route.status,
              toInventoryStatus: '',
              document: noDocument,
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
            ...asked(),
            unknownProperties: [],
            name: { transferOrderNumber: reference, customerReferenceNo: '', referenceField: '' },
          },
        ]),
      ),
    start: (reference: string) => write((tx) => startTransfers(tx, [{ ...asked(), name: { customerNo, reference } }])),
    depart: (reference: string) => write((tx) => shipTransfers(tx, [{ ...asked(), name: { customerNo, reference } }])),
    arrive: (reference: string) =>
      write((tx) =>
        receiveTransfers(tx, [{ ...asked(), name: { customerNo, reference }, lines: undefined, final: false }]),
      ),
    announce: (
      reference: string,
      inbound: { warehouse: string; status: string; lines: readonly { item: string; ordered: number }[] },
    ) =>
      write((tx) =>
        createPurchaseOrders(tx, [
          {
            ...asked(reference),
            unknownProperties: [],
            draft: {
              customerReferenceNo: reference,
              transportMethod: 'DROPOFF',
              requestedDate: Temporal.PlainDate.from('2026-11-20'),
              warehouse: inbound.warehouse,
              inventoryStatus: inbound.status,
              referenceNo: 'R',
              document: noDocument,
              lines: inbound.lines.map(({ item, ordered }) => ({ itemNo: item, description: '', quantity: ordered })),
            },
          },
        ]),
      ),
    receive: (reference: string, arrived: readonly { item: string; units: number; status: string }[]) =>
      write((tx) =>
        receivePurchaseOrders(tx, [
          {
            ...asked(),
            customerReferenceNo: reference,
            lines: arrived.map(({ item, units, status }) => ({ itemNo: item, quantity: units, status })),
          },
        ]),
      ),
    cancelInbound: (reference: string) =>
      write((tx) =>
        cancelPurchaseOrders(tx, [
          { ...asked(), name: { customerNo, customerReferenceNo: reference }, unknownProperties: [] },
        ]),
      ),
    adjust: (at: Omit<Place, 'item'>, changes: readonly { item: string; units: number }[]) =>
      write((tx) =>
        adjustStock(tx, [
          {
            ...asked(),
            ...at,
            reasonCode: 'CORRECTION',
            items: changes.map(({ item, units }) => ({ itemNo: item, quantity: units })),
          },
        ]),
      ),
    changeStatus: (warehouse: string, from: string, to: string, item: string, units: number) =>
      write((tx) =>
        changeStatuses(tx, [
          {
            ...asked(),
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
        postProductions(tx, [
          {
            ...asked(),
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
        openCounts(tx, [{ ...asked(reference), warehouse, items: [item], statuses: [status] }]),
      );
      if (opened !== 'done') return opened;
      return await write(async (tx) => {
        const [row] = await tx.rows<{ on_hand: number }>(
          'select on_hand from balances where (customer_no, item_no, warehouse, status) = ($1, $2, $3, $4)',
          [customerNo, item, warehouse, status],
        );
        const counted = Math.max(0, (row?.on_hand ?? 0) + difference);
        const record = { countId: reference, lines: [{ itemNo: item, status, counted }] };
        await recordCounts(tx, [{ ...asked(), ...record }]);
        return await recordCounts(tx, [{ ...asked(), ...record }]);
      });
    },
    approve: (reference: string) => write((tx) => approveCounts(tx, [{ ...asked(), countId: reference }])),
    /** When each order was accepted, which decides about its place in the queue. */
    queuedAtOfAll: async (): Promise<Map<string, string>> => {
      const rows = await db.rows<{ order_id: string; queued_at: string }>(
        `select subject as order_id, to_char(min(queued_at), 'YYYY-MM-DD HH24:MI:SS.US') as queued_at from demands
          where customer_no = $1 group by subject`,
        [customerNo],
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
      const rows = await db.rows<ModelView & { reference: string }>(
        `select o.order_id as reference, o.status, coalesce(max(d.state), 'none') as demand,
                case when max(d.state) is not null then o.warehouse end as warehouse
           from (select customer_no, order_id, warehouse,
                        case when status = 'PROCESSING ORDER' and exists (
                               select from packages p where (p.customer_no, p.order_id) = (s.customer_no, s.order_id))
                             -- Packed and not yet packed look alike to a caller, but what comes next tells them apart.
                             then 'PROCESSING ORDER, packed' else status end as status
                   from sales_orders s
                 union all select customer_no, order_id, from_warehouse, status from transfer_orders) o
           left join demands d on d.customer_no = o.customer_no and d.subject = o.order_id
          where o.customer_no = $1 group by o.order_id, o.status, o.warehouse`,
        [customerNo],
      );
      return new Map(
        rows.map(({ reference, status, demand, warehouse }) => [
          reference,
          { status, demand, warehouse: warehouse ?? undefined },
        ]),
      );
    },
  };
}

export type ModelWinery = Awaited<ReturnType<typeof openModelWinery>>;

const noDocument = {
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
