/** Floor/ReleasePreview: what a release would put on the floor. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { bulkOrderKeysExample, bulkOrderKeysField } from '../../order-index/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { computeLineUnitsToShip, type SalesOrder } from '../../sales-orders/index.ts';
import { carrierModeOf } from '../../shipping-labels/index.ts';
import { selectLinesToPack } from '../../warehouse/index.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { countOrdersWaitingForStock, sumOrdersToRelease } from '../orders-to-release.ts';
import { previewRelease } from '../release.ts';
import {
  checkReleaseRequest,
  readWorkedWarehouseOfOperator,
  releaseErrorTexts,
  releaseFilterOf,
  releaseRequestFields,
  selectOrdersToRelease,
} from '../release-request.ts';

const sums = { Orders: Type.Integer(), Bottles: Type.Integer(), Lines: Type.Integer() };

export const floorReleasePreviewOperation = defineOperatorQuery({
  path: '/api/Floor/ReleasePreview',
  summary: 'Preview a release',
  description:
    'Returns what Floor/Release would release: orders, bottles and lines, by carrier and as waves, and which orders it would not. Without Orders, at most 500 orders that wait and match the filters. A standing rule or a simulated carrier may still hold an order when it is released.',
  roles: floorLeadRoles,
  request: Type.Object(releaseRequestFields),
  requestExample: { Warehouse: 'APC01', Carriers: ['FEX'] },
  reply: {
    description: 'The orders that would be released, in sums.',
    schema: Type.Object({
      ...sums,
      Carriers: Type.Array(Type.Object({ Carrier: Type.String(), ...sums })),
      Waves: Type.Array(
        Type.Object({
          Carrier: Type.String(),
          Service: Type.String(),
          IcePack: Type.Boolean(),
          OneBottle: Type.Boolean(),
          ...sums,
          References: bulkOrderKeysField,
        }),
        {
          description:
            'Orders that go together: by carrier, service and ice pack, orders of one bottle apart, which are those that the filter OneBottle finds.',
        },
      ),
      Waiting: Type.Object(sums, {
        description:
          'All orders that wait and match the filters, also those beyond the first 500, with the units of all their lines, packed or not.',
      }),
      NotReleased: Type.Array(
        Type.Object({
          CustomerNo: Type.String(),
          CustomerName: Type.String(),
          TransactionReferenceNumber: Type.String(),
          Message: Type.String(),
        }),
      ),
      WaitingForStock: Type.Object(
        { Orders: Type.Integer(), Bottles: Type.Integer({ description: 'Units that they lack.' }) },
        {
          description:
            'Orders of the warehouse, of Customers if given, that cannot be released because stock is missing.',
        },
      ),
    }),
    example: {
      Orders: 31,
      Bottles: 102,
      Lines: 64,
      Carriers: [{ Carrier: 'FEX', Orders: 31, Bottles: 102, Lines: 64 }],
      Waves: [
        {
          Carrier: 'FEX',
          Service: 'GRND',
          IcePack: false,
          OneBottle: false,
          Orders: 31,
          Bottles: 102,
          Lines: 64,
          References: bulkOrderKeysExample,
        },
      ],
      Waiting: { Orders: 31, Bottles: 102, Lines: 64 },
      NotReleased: [],
      WaitingForStock: { Orders: 2, Bottles: 5 },
    },
  },
  errors: releaseErrorTexts,
  check: checkReleaseRequest,
  execute: async (call) => {
    const { environment, request } = call;
    const { Warehouse: warehouse } = request;
    const orders = await selectOrdersToRelease(call, request);
    const nameOf = await readCustomerNameLookup(
      environment.db,
      orders.map(({ CustomerNo }) => ({ customerNo: CustomerNo })),
    );
    const settings = await readWorkedWarehouseOfOperator(environment.db, call.operator, warehouse);
    const carriers = carrierModeOf(environment);
    const outcomes = await previewRelease(
      environment.db,
      orders.map(({ CustomerNo: customerNo, TransactionReferenceNumber: orderReference }) => {
        return { customerNo, orderReference, warehouse, carriers };
      }),
    );
    const released = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
    const short = await countOrdersWaitingForStock(environment.db, warehouse, request.Customers ?? []);
    const waiting = await sumOrdersToRelease(environment.db, releaseFilterOf(settings, request));
    return {
      ...sumsOf(released),
      Carriers: [...Map.groupBy(released, ({ carrier }) => carrier)].map(([Carrier, own]) => ({
        Carrier,
        ...sumsOf(own),
      })),
      Waves: wavesOf(released),
      Waiting: { Orders: waiting.orders, Bottles: waiting.units, Lines: waiting.lines },
      NotReleased: outcomes.flatMap((outcome, index) => {
        if ('ok' in outcome) return [];
        const { CustomerNo, TransactionReferenceNumber } = orders[index] as (typeof orders)[number];
        const Message = outcome.refused.reason;
        return [{ CustomerNo, CustomerName: nameOf(CustomerNo), TransactionReferenceNumber, Message }];
      }),
      WaitingForStock: { Orders: short.orders, Bottles: short.units },
    };
  },
});

function sumsOf(orders: readonly SalesOrder[]) {
  const lines = orders.flatMap(selectLinesToPack);
  return {
    Orders: orders.length,
    Lines: lines.length,
    Bottles: lines.reduce((sum, line) => sum + computeLineUnitsToShip(line), 0),
  };
}

/** Of all lines, as the index counts them, by which the filter and the waves of schedules select. */
const hasOneUnit = ({ lines }: SalesOrder): boolean => lines.reduce((sum, { units }) => sum + units, 0) === 1;

/** Groups orders by carrier, service, ice pack, and whether they have one bottle only; the largest group first. */
function wavesOf(orders: readonly SalesOrder[]) {
  const alike = Map.groupBy(orders, (order) =>
    [order.carrier, order.service, order.icePack === 1, hasOneUnit(order)].join('\n'),
  );
  return [...alike.values()]
    .map((own) => {
      const first = own[0] as SalesOrder;
      const { carrier, service, icePack } = first;
      return {
        Carrier: carrier,
        Service: service,
        IcePack: icePack === 1,
        OneBottle: hasOneUnit(first),
        ...sumsOf(own),
        References: own.map(({ customerNo, orderId }) => {
          return { CustomerNo: customerNo, TransactionReferenceNumber: orderId };
        }),
      };
    })
    .sort((a, b) => b.Orders - a.Orders);
}
