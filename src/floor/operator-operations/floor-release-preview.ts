/** Floor/ReleasePreview: what a release would put on the floor. */
import Type from 'typebox';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { type SalesOrder, unitsToShip } from '../../sales-orders/index.ts';
import { carrierModeOf } from '../../shipping-labels/index.ts';
import { linesToPack } from '../../warehouse/index.ts';
import { leadRoles } from '../floor-fields.ts';
import { countWaitingForStock } from '../floor-lists.ts';
import { previewRelease } from '../release.ts';
import { releaseFaults, releaseFields, selectOrders } from '../release-request.ts';

const sums = { Orders: Type.Integer(), Bottles: Type.Integer(), Lines: Type.Integer() };

export const floorReleasePreview = defineOperatorQuery({
  path: '/api/Floor/ReleasePreview',
  summary: 'Preview a release',
  description:
    'Says what Floor/Release would release: orders, bottles and lines, by carrier, and which orders it would not. Without Orders, at most 500 orders that wait and match the filters. A standing rule or a simulated carrier may still hold an order when it is released.',
  credentials: 'session',
  roles: leadRoles,
  request: Type.Object(releaseFields),
  requestExample: { Warehouse: 'APC01', Carriers: ['FEX'] },
  reply: {
    description: 'What would be released.',
    schema: Type.Object({
      ...sums,
      Carriers: Type.Array(Type.Object({ Carrier: Type.String(), ...sums })),
      NotReleased: Type.Array(
        Type.Object({ CustomerNo: Type.String(), TransactionReferenceNumber: Type.String(), Message: Type.String() }),
      ),
      WaitingForStock: Type.Object(
        { Orders: Type.Integer(), Bottles: Type.Integer({ description: 'What they lack.' }) },
        { description: 'Orders of the warehouse that cannot be released because stock is missing.' },
      ),
    }),
    example: {
      ...{ Orders: 31, Bottles: 102, Lines: 64 },
      Carriers: [{ Carrier: 'FEX', Orders: 31, Bottles: 102, Lines: 64 }],
      NotReleased: [],
      WaitingForStock: { Orders: 2, Bottles: 5 },
    },
  },
  errors: {
    400: 'A filter is not valid, or Orders is sent together with filters.',
    403: 'The warehouse is automatic.',
    404: 'There is no such warehouse in which the operator works.',
  },
  check: releaseFaults,
  execute: async (call) => {
    const { environment, request } = call;
    const { Warehouse: warehouse } = request;
    const orders = await selectOrders(call, request);
    const carriers = carrierModeOf(environment);
    const outcomes = await previewRelease(
      environment.db,
      orders.map(({ CustomerNo: customerNo, TransactionReferenceNumber: orderReference }) => {
        return { customerNo, orderReference, warehouse, carriers };
      }),
    );
    const released = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
    const waiting = await countWaitingForStock(environment.db, warehouse, request.Customers ?? []);
    return {
      ...sumsOf(released),
      Carriers: [...Map.groupBy(released, ({ carrier }) => carrier)].map(([Carrier, own]) => ({
        Carrier,
        ...sumsOf(own),
      })),
      NotReleased: outcomes.flatMap((outcome, index) => {
        if ('ok' in outcome) return [];
        const { CustomerNo, TransactionReferenceNumber } = orders[index] as (typeof orders)[number];
        return [{ CustomerNo, TransactionReferenceNumber, Message: outcome.refused.reason }];
      }),
      WaitingForStock: { Orders: waiting.orders, Bottles: waiting.units },
    };
  },
});

function sumsOf(orders: readonly SalesOrder[]) {
  const lines = orders.flatMap(linesToPack);
  return {
    ...{ Orders: orders.length, Lines: lines.length },
    Bottles: lines.reduce((sum, line) => sum + unitsToShip(line), 0),
  };
}
