/** Exceptions/List: exceptions that need a person, besides holds, oldest first. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import { codesFilterField, customersFilterField } from '../../contract/list-fields.ts';
import { formatTimePosition, parseTimePosition } from '../../contract/time-pages.ts';
import { formatInstant } from '../../lib/dates.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import {
  countExceptions,
  type ListedException,
  listExceptions,
  listedExceptionKinds,
  listedPackageDays,
} from '../exceptions.ts';

const ExceptionRecord = Type.Object({
  Kind: Type.String({
    description:
      '`Short`: units of an open order wait for stock or were picked short. `Exception`: nothing of an order is left to ship. `Problem`: an order left the floor for the reason in `Text`, such as a report of the packing station or a label that the carrier refused. `Package`: the carrier returns it, damaged it or cannot deliver it, it left although its label was voided, its JIT order must not ship or a closed state or a credit hold stopped its order, or it stayed behind, or was not scanned for two days, when the carrier scanned another one of its order, it left four days ago and was never scanned, or it was opened for a return that has not all of its bottles. `Unannounced`: a delivery that no order announced is parked. `Stray`: a package came back whose owner is not known.',
  }),
  CustomerNo: Type.String({ description: '`""` for a package without an owner.' }),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String({
    description:
      'Of the order, also for a package of one; of an unannounced delivery its receipt; of a package without an owner its own id.',
  }),
  OrderNo: Type.String(),
  Warehouse: Type.String(),
  Since: Type.String({
    description:
      'When the order was accepted or became a problem, the last news of the package, or when the delivery or the package without an owner was parked.',
  }),
  TrackingNumber: Type.String({
    description: 'Of the package, or what is on the label of a package; `""` for orders.',
  }),
  Label: Type.String({
    description:
      'The label of a package that left although it must not, for Exceptions/Acknowledge; `""` for all others.',
  }),
  Text: Type.String({ description: 'The problem.' }),
});

export const exceptionsListOperation = defineOperatorList({
  path: '/api/Exceptions/List',
  summary: 'List what needs a person besides holds',
  description:
    'Returns short orders, orders with nothing left to ship, orders that are a problem on the floor, packages in trouble whose last news is at most 30 days old, parked deliveries that no order announced and packages without an owner, oldest first, in pages: `Next` of a page is the `After` of the following one. ' +
    'What is on hold is in Holds/List. The list follows the orders within about a second.',
  roles: ['lead', 'service', 'admin'],
  filters: {
    Kinds: Type.Optional(
      Type.Array(codeField('A kind.', listedExceptionKinds), {
        maxItems: listedExceptionKinds.length,
        description: 'Only of these kinds; absent or empty: all.',
      }),
    ),
    Customers: customersFilterField,
    Warehouses: codesFilterField('Codes of warehouses; absent or empty: all.'),
  },
  requestExample: { Kinds: ['Short'] },
  reply: {
    description: 'A page of exceptions.',
    record: ExceptionRecord,
    example: {
      Kind: 'Short',
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
      OrderNo: 'CLB1001',
      Warehouse: 'APC01',
      Since: '2026-11-18T17:00:00Z',
      TrackingNumber: '',
      Label: '',
      Text: '6 units are short.',
    },
  },
  parsePosition: parseTimePosition,
  execute: async ({ environment: { db }, request }, page, buildReply) => {
    const filter = {
      kinds: request.Kinds ?? [],
      customers: request.Customers ?? [],
      warehouses: request.Warehouses ?? [],
      packagesSince: Temporal.Now.instant().subtract({ hours: 24 * listedPackageDays }),
    };
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listExceptions(reader, filter, page);
      const nameOf = await readCustomerNameLookup(reader, rows);
      return buildReply(rows, await countExceptions(reader, filter, page.maxCounted), {
        keyOf: ({ since, id }) => formatTimePosition({ at: since, id }),
        toRecord: (row): Static<typeof ExceptionRecord> => ({
          Kind: row.kind,
          CustomerNo: row.customerNo,
          CustomerName: nameOf(row.customerNo),
          TransactionReferenceNumber: row.orderId,
          OrderNo: row.orderNo,
          Warehouse: row.warehouse,
          Since: formatInstant(row.since),
          TrackingNumber: row.trackingNo,
          Label: wrongDepartures.has(row.packageStatus) ? row.id : '',
          Text: textOf(row),
        }),
      });
    });
  },
});

const wrongDepartures: ReadonlySet<string> = new Set(['LEFT VOIDED', 'LEFT EARLY', 'LEFT STOPPED']);

const packageTexts: Readonly<Record<string, string>> = {
  RETURNED: 'The carrier is bringing the package back.',
  DAMAGED: 'The carrier damaged the package.',
  EXCEPTION: 'The carrier cannot deliver the package.',
  'LEFT EARLY':
    'The carrier has the package, but its JIT order must not ship: it is on hold, is not due yet, or has changed since the label was printed.',
  'LEFT STOPPED':
    'The carrier has the package, which was to stay in the warehouse: its state is closed, or its account on credit hold. The timeline of its order says which. Ask the carrier to bring it back, and acknowledge it.',
  'LEFT BEHIND':
    'The box was not staged, or not taken, when the carrier scanned another box of its order, which is shipped. Look for it: stage it and give it to the driver. A lead reports it lost on the page of its order.',
  'NOT SCANNED':
    'The carrier has scanned another box of its order, which is shipped, and not this one, for two days. Look for it, and ask the carrier. A lead reports it lost on the page of its order.',
  'NEVER SCANNED':
    'The package left its warehouse four days ago, and its carrier has not scanned it. Look for it at the dock, and ask the carrier. A lead reports it lost on the page of its order.',
  UNPACKED:
    'The box did not leave, and was opened for a return that has not all of its bottles. Look for the others, and open a return for what you find. A lead reports the rest lost on the page of its order.',
  'LEFT VOIDED':
    'The package left under a label that was voided, and the carrier charges for it. See what its order does: it may ship again, or has shipped without this package, as when that was reported lost.',
};

function textOf({ kind, short, packageStatus, words, place, units }: ListedException): string {
  if (kind === 'Unannounced') return `A delivery without an order stands at ${place}: ${units} units.`;
  if (kind === 'Stray') {
    return [`A package without an owner stands at ${place}.`, words].filter((part) => part !== '').join(' ');
  }
  if (kind === 'Problem') return words;
  if (kind === 'Short') return short === 1 ? '1 unit is short.' : `${short} units are short.`;
  if (kind === 'Exception') return 'Nothing of it is left to ship.';
  return [packageTexts[packageStatus] ?? packageStatus, words].filter((part) => part !== '').join(' ');
}
