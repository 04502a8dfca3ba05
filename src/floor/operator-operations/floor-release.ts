/** Floor/Release: release waiting orders of any customers into a wave. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import {
  type BulkOrderKey,
  bulkOutcomesExample,
  bulkOutcomesField,
  toBulkOutcomeRecords,
} from '../../order-index/index.ts';
import { defineOperatorCommand, type OperatorCall } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { sumUnits } from '../floor-work.ts';
import {
  checkReleaseRequest,
  type FloorReleaseRequest,
  releaseErrorTexts,
  releaseRequestFields,
  selectOrdersToRelease,
} from '../release-request.ts';
import { createWave, releaseIntoWave, type WaveOfOrders } from '../release-wave.ts';

export const floorReleaseOperation = defineOperatorCommand({
  path: '/api/Floor/Release',
  isResumable: true,
  summary: 'Release orders into a wave',
  description:
    'Releases orders of a worked warehouse into a new wave: they are PROCESSING ORDER, closed to changes, and can be packed. Each order has one outcome; one does not affect another. Orders that cannot be released stay as they are. There is no wave when no order is released.',
  roles: floorLeadRoles,
  request: Type.Object({
    ...releaseRequestFields,
    Name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The name of the wave.' })),
  }),
  requestExample: { Warehouse: 'APC01', Carriers: ['FEX'], Name: 'FedEx Ground' },
  reply: {
    description: 'The wave, and one outcome per order.',
    schema: Type.Object({
      Wave: Type.String({ description: 'Its id; `""` when no order was released.' }),
      Number: Type.Integer({ description: 'Its number in the warehouse; 0 when there is none.' }),
      Released: Type.Integer(),
      Bottles: Type.Integer(),
      Outcomes: bulkOutcomesField({ CustomerName: Type.String(), Released: Type.Boolean() }),
    }),
    example: {
      Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff',
      Number: 12,
      Released: 1,
      Bottles: 2,
      Outcomes: bulkOutcomesExample({
        CustomerName: 'Cedar Ridge Winery',
        Released: true,
        Message: 'Order CLB1001 is released.',
      }),
    },
  },
  errors: releaseErrorTexts,
  check: checkReleaseRequest,
  execute: async (call) => {
    const { Warehouse: warehouse } = call.request;
    const earlier = call.run.progress as Partial<WaveOfOrders> | undefined;
    const orders = earlier?.orders ?? (await selectOrdersToRelease(call, call.request));
    if (orders.length === 0) return { Wave: '', Number: 0, Released: 0, Bottles: 0, Outcomes: [] };
    const wave = earlier?.wave ?? (await createSavedWave(call, orders));
    const outcomes = await releaseIntoWave(call, warehouse, { wave, orders }, (tx) =>
      call.run.saveProgress(tx, { orders } satisfies Partial<WaveOfOrders>),
    );
    const nameOf = await readCustomerNameLookup(
      call.environment.db,
      orders.map(({ CustomerNo }) => ({ customerNo: CustomerNo })),
    );
    const released = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
    return {
      ...(released.length === 0 ? { Wave: '', Number: 0 } : { Wave: wave.waveId, Number: wave.number }),
      Released: released.length,
      Bottles: sumUnits(released),
      Outcomes: toBulkOutcomeRecords(orders, outcomes, (outcome, index) => ({
        CustomerName: nameOf(orders[index]?.CustomerNo ?? ''),
        ...('ok' in outcome
          ? { Released: true, Message: `Order ${outcome.ok.orderNo} is released.` }
          : { Released: false, Message: outcome.message }),
      })),
    };
  },
});

/** Creates a wave for the orders. Both are saved under the Idempotency-Key: a retry releases the same orders into the same wave. */
async function createSavedWave(
  { environment, context, operator, request, run }: OperatorCall<FloorReleaseRequest & { readonly Name?: string }>,
  orders: readonly BulkOrderKey[],
): Promise<WaveOfOrders['wave']> {
  const { Warehouse: warehouse, Name: name = '' } = request;
  return await environment.db.write(async (tx) => {
    const wave = { waveId: uuidv7(), warehouse, name, createdBy: operator.email };
    const created = await createWave(tx, context, wave, orders);
    await run.saveProgress(tx, created);
    return created.wave;
  });
}
