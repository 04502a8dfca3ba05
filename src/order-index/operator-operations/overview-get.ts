/** Overview/Get: figures, today's cutoffs, the last two weeks, and the items that need a person. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import {
  findCutoffTime,
  groupServicesByCutoffTime,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  isWorkingDay,
  workCalendarOfWarehouse,
} from '../../carriers/index.ts';
import { cappedCountField } from '../../contract/list-fields.ts';
import { orderKeyExample } from '../../contract/operator-key-fields.ts';
import type { Warehouse } from '../../contract/operator-settings.ts';
import { dateInZone, formatInstant, formatUsDate } from '../../lib/dates.ts';
import { type OperatorSettings, readOperatorSettings } from '../../operator-settings/index.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { extractHoldProblem } from '../../sales-orders/index.ts';
import { fillDailyOrderCounts, readPastDailyOrderCounts, readTodaysOrderCounts } from '../day-figures.ts';
import { holdDescriptionForRole } from '../hold-fields.ts';
import { orderIndexAsOfField, readOrderIndexAsOf } from '../order-fields.ts';
import {
  countOrdersToShip,
  maxAttentionItems,
  type OrdersToShipCount,
  overviewDays,
  readAttentionItems,
  readOverviewFigures,
} from '../overview.ts';

export const overviewGetOperation = defineOperatorQuery({
  path: '/api/Overview/Get',
  summary: 'Get the overview',
  description:
    'Returns how many orders are late, held, short, to be released and shipped today; today’s cutoffs of each warehouse with the time left and the orders that are to leave by ' +
    'then; the orders accepted on each of the last 14 days and those that left in boxes, as Activity/Get counts them (those of days before today may be a minute old; in the test environment today includes the days of clocks that are ahead); and what needs a person: parked deliveries, then orders, each the oldest first. The role floor sees its warehouses.',
  roles: operatorRoles,
  request: Type.Object({
    Warehouses: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 200,
        description: 'Absent or empty: all that the operator works in.',
      }),
    ),
  }),
  requestExample: {},
  reply: {
    description: 'The overview.',
    schema: Type.Object({
      Late: cappedCountField,
      Held: cappedCountField,
      Short: cappedCountField,
      ToRelease: cappedCountField,
      ShippedToday: Type.Integer(),
      Cutoffs: Type.Array(
        Type.Object({
          Warehouse: Type.String(),
          At: Type.String(),
          SecondsLeft: Type.Integer({ description: 'Negative when it has passed.' }),
          Services: Type.Array(Type.String(), {
            description: 'Carriers and services with this cutoff: `FEX GRND`; `*`: all others, as a rule BSW too.',
          }),
          Orders: Type.Integer({
            description: 'Orders without a hold that are to leave today, or were to before, with one of these.',
          }),
        }),
      ),
      Days: Type.Array(Type.Object({ Date: Type.String(), Accepted: Type.Integer(), Shipped: Type.Integer() })),
      NeedsPerson: Type.Array(
        Type.Object({
          Kind: Type.String({ description: 'The reason of a hold, `Exception`, or `Unannounced`: a parked delivery.' }),
          CustomerNo: Type.String(),
          CustomerName: Type.String(),
          TransactionReferenceNumber: Type.String({ description: 'Of the order; of a parked delivery its receipt.' }),
          OrderNo: Type.String(),
          Since: Type.String(),
          Text: Type.String(),
        }),
      ),
      AsOf: orderIndexAsOfField,
    }),
    example: {
      Late: 3,
      Held: 41,
      Short: 12,
      ToRelease: 230,
      ShippedToday: 118,
      Cutoffs: [
        { Warehouse: 'APC01', At: '2026-11-18T22:00:00Z', SecondsLeft: 5_400, Services: ['FEX GRND', '*'], Orders: 96 },
      ],
      Days: [{ Date: '11/18/2026', Accepted: 310, Shipped: 118 }],
      NeedsPerson: [
        {
          Kind: 'Address',
          ...orderKeyExample,
          CustomerName: 'Cedar Ridge Winery',
          OrderNo: 'CLB1001',
          Since: '2026-11-16T17:00:00Z',
          Text: 'ZipCode 80299 is not a ZIP code of CO.',
        },
      ],
    },
  },
  errors: { 400: 'A warehouse is not a text.' },
  execute: async ({ environment: { db, config }, operator, request }) => {
    const { timeZone } = config;
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const now = Temporal.Now.instant();
    const today = dateInZone(now, timeZone);
    const settings = await readOperatorSettings(db);
    const range = { warehouses, today, days: overviewDays, timeZone };
    const visible = [...settings.warehouses.values()].filter(({ code }) => warehouses?.includes(code) ?? true);
    const toShip = visible.map((each) => ({ warehouse: each.code, today: dateInZone(now, each.timeZone) }));
    const [pastDays, [figures, waiting, todayCount, needed]] = await Promise.all([
      readPastDailyOrderCounts(db, range),
      // Pipelined on one snapshot.
      readWithCustomPlans(db, (reader) =>
        Promise.all([
          readOverviewFigures(reader, warehouses),
          countOrdersToShip(reader, toShip),
          readTodaysOrderCounts(reader, range),
          readAttentionItems(reader, warehouses, maxAttentionItems),
        ]),
      ),
    ]);
    const nameOf = await readCustomerNameLookup(db, needed);
    const shown = fillDailyOrderCounts(range, [...pastDays, ...todayCount]);
    return {
      Late: figures.late,
      Held: figures.held,
      Short: figures.short,
      ToRelease: figures.toRelease,
      ShippedToday: shown.at(-1)?.shipped ?? 0,
      Cutoffs: cutoffsOfToday(settings, visible, waiting, now),
      Days: shown.map(({ day, accepted, shipped }) => ({
        Date: formatUsDate(day),
        Accepted: accepted,
        Shipped: shipped,
      })),
      NeedsPerson: needed.map((each) => ({
        Kind: each.reason,
        CustomerNo: each.customerNo,
        CustomerName: nameOf(each.customerNo),
        TransactionReferenceNumber: each.orderId,
        OrderNo: each.orderNo,
        Since: formatInstant(each.since),
        Text: extractHoldProblem(holdDescriptionForRole(each, operator.role)),
      })),
      ...(await readOrderIndexAsOf(db)),
    };
  },
});

/**
 * The cutoffs of warehouses that work today, sorted by time; services with the same time at a warehouse share a row. An order counts at the
 * cutoff of the carrier and service that it has now: BSW until a carrier is chosen.
 */
function cutoffsOfToday(
  settings: OperatorSettings,
  visible: readonly Warehouse[],
  waiting: readonly OrdersToShipCount[],
  now: Temporal.Instant,
) {
  const rows = visible
    .flatMap((warehouse) => warehouseCutoffs(warehouse, settings, now))
    .map(({ warehouse, time, at, services }) => ({
      Warehouse: warehouse,
      At: formatInstant(at),
      SecondsLeft: Math.floor(at.since(now).total('seconds')),
      Services: [...services],
      Orders: waiting
        .filter((each) => each.warehouse === warehouse && cutoffTimeOf(each, settings) === time)
        .reduce((sum, { orders }) => sum + orders, 0),
    }));
  return rows.toSorted((a, b) => a.SecondsLeft - b.SecondsLeft || (a.Warehouse < b.Warehouse ? -1 : 1));
}

const cutoffTimeOf = ({ warehouse, carrier, service }: OrdersToShipCount, { cutoffs }: OperatorSettings): string =>
  findCutoffTime(cutoffs.get(warehouse) ?? [], carrier, service);

function warehouseCutoffs(warehouse: Warehouse, settings: OperatorSettings, now: Temporal.Instant) {
  const { code, timeZone } = warehouse;
  const today = dateInZone(now, timeZone);
  if (!isWorkingDay(workCalendarOfWarehouse(warehouse, holidayDateSetOfOperator(settings)), today)) return [];
  return groupServicesByCutoffTime(settings.cutoffs.get(code) ?? []).map(({ time, services }) => ({
    warehouse: code,
    time,
    services,
    at: instantOfLocalTime(today, time, timeZone),
  }));
}
