/** Returns/Cancel: cancel a return that never arrived. */
import Type from 'typebox';
import { recordAudit, runStationStepOnce } from '../../operators/index.ts';
import { refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { cancelReturns } from '../../returns/index.ts';
import { noSuchReturnAnywhereMessage, returnKeyExample, returnKeyFields } from '../station-fields.ts';
import { returnKeyOf } from '../station-requests.ts';

export const returnsCancelOperation = defineOperatorCommand({
  path: '/api/Returns/Cancel',
  summary: 'Cancel a return that never arrived',
  description: 'Closes an EXPECTED return without a receipt. Nothing is posted, and its units can be returned again.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object(returnKeyFields),
  requestExample: returnKeyExample,
  reply: {
    description: 'The return is closed.',
    schema: Type.Object({ RMANumber: Type.String(), Status: Type.String({ description: '`CLOSED`.' }) }),
    example: { RMANumber: 'RMA-W1001-000001', Status: 'CLOSED' },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The return has arrived or is closed.',
    404: noSuchReturnAnywhereMessage,
  },
  execute: async (call) => {
    const { customerNo, returnId } = returnKeyOf(call.request);
    return await runStationStepOnce(call, async (tx) => {
      const [outcome] = await cancelReturns(tx, [{ returnId, ...call.context.forCustomer(customerNo) }]);
      if (outcome === undefined) return refuse('NotFound', noSuchReturnAnywhereMessage);
      if ('refused' in outcome) return outcome;
      const { rmaNumber: RMANumber, status: Status } = outcome.ok.after;
      recordAudit(tx, call.context, {
        action: 'return.canceled',
        subject: returnId,
        customerNo,
        before: { Status: 'EXPECTED' },
        after: { RMANumber, Status },
      });
      return { ok: { RMANumber, Status } };
    });
  },
});
