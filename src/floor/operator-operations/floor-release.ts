/** Floor/Release: release waiting orders of any customers into a wave. */
import Type from '../../lib/schema.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { recordAudit } from '../../operators/index.ts';
import { changeOrders, isRetryable, type NamedOrder, retryField } from '../../order-index/index.ts';
import { defineOperatorCommand, type OperatorCall } from '../../platform/http/operator-operation.ts';
import { carrierModeOf } from '../../shipping-labels/index.ts';
import { leadRoles } from '../floor-fields.ts';
import { orderRelease } from '../release.ts';
import { type FloorReleaseRequest, releaseFaults, releaseFields, selectOrders } from '../release-request.ts';
import { insertWave, type Wave } from '../wave-store.ts';

export const floorRelease = defineOperatorCommand({
  path: '/api/Floor/Release',
  isResumable: true,
  summary: 'Release orders into a wave',
  description:
    'Releases orders of a worked warehouse into a new wave: they are PROCESSING ORDER, closed to changes, and can be packed. Each order has one outcome; one does not affect another. Orders that cannot be released stay as they are. No wave is created when no order is selected.',
  credentials: 'session',
  roles: leadRoles,
  request: Type.Object({
    ...releaseFields,
    Name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'What the wave is called.' })),
  }),
  requestExample: { Warehouse: 'APC01', Carriers: ['FEX'], Name: 'FedEx Ground' },
  reply: {
    description: 'The wave, and one outcome per order.',
    schema: Type.Object({
      Wave: Type.String({ description: 'Its id; `""` when no order was selected.' }),
      Number: Type.Integer({ description: 'Its number in the warehouse; 0 when there is none.' }),
      Released: Type.Integer(),
      Bottles: Type.Integer(),
      Outcomes: Type.Array(
        Type.Object({
          CustomerNo: Type.String(),
          TransactionReferenceNumber: Type.String(),
          Released: Type.Boolean(),
          Message: Type.String(),
          Retry: retryField,
        }),
      ),
    }),
    example: {
      ...{ Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff', Number: 12, Released: 1, Bottles: 2 },
      Outcomes: [
        {
          ...{ CustomerNo: 'W1001', TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' },
          ...{ Released: true, Message: 'Order CLB1001 is released.', Retry: false },
        },
      ],
    },
  },
  errors: {
    400: 'A filter is not valid, or Orders is sent together with filters.',
    403: 'The warehouse is automatic.',
    404: 'There is no such warehouse in which the operator works.',
  },
  check: releaseFaults,
  execute: async (call) => {
    const { environment, context, request } = call;
    const { Warehouse: warehouse } = request;
    const created = (call.run.progress as CreatedWave | undefined) ?? (await createWave(call));
    if (created === undefined) return { Wave: '', Number: 0, Released: 0, Bottles: 0, Outcomes: [] };
    const { wave, orders } = created;
    const carriers = carrierModeOf(environment);
    const outcomes = await changeOrders(
      call,
      orderRelease,
      orders.map(({ CustomerNo: customerNo, TransactionReferenceNumber: orderReference }) => {
        return { customerNo, orderReference, context, warehouse, waveId: wave.waveId, carriers };
      }),
    );
    const released = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
    return {
      ...{ Wave: wave.waveId, Number: wave.number, Released: released.length },
      Bottles: released.reduce((sum, { units }) => sum + units, 0),
      Outcomes: outcomes.map((outcome, index) => {
        const { CustomerNo, TransactionReferenceNumber } = orders[index] as (typeof orders)[number];
        const isReleased = 'ok' in outcome;
        const Message = isReleased ? `Order ${outcome.ok.orderNo} is released.` : outcome.message;
        return { CustomerNo, TransactionReferenceNumber, Released: isReleased, Message, Retry: isRetryable(outcome) };
      }),
    };
  },
});

/** Saved under the Idempotency-Key with the wave: a retry releases the same orders into the same wave. */
interface CreatedWave {
  readonly wave: Pick<Wave, 'waveId' | 'number'>;
  readonly orders: readonly NamedOrder[];
}

/** Selects orders and creates a wave for them; undefined when there are none. */
async function createWave(
  call: OperatorCall<FloorReleaseRequest & { readonly Name?: string }>,
): Promise<CreatedWave | undefined> {
  const { environment, context, operator, request, run } = call;
  const { Warehouse: warehouse, Name: name = '' } = request;
  const orders = await selectOrders(call, request);
  if (orders.length === 0) return undefined;
  return await environment.db.write(async (tx) => {
    const { waveId, number } = await insertWave(tx, {
      ...{ waveId: uuidv7(), warehouse, name },
      createdBy: operator.email,
    });
    const after = { Warehouse: warehouse, Number: number, Orders: orders.length };
    recordAudit(tx, context, { action: 'wave.created', subject: waveId, after });
    const created = { wave: { waveId, number }, orders };
    await run.saveProgress(tx, created);
    return created;
  });
}
