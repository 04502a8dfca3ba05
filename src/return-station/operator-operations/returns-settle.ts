/** Returns/Settle: end the exception of a parked package. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { uuidPattern } from '../../contract/fields.ts';
import { recordAudit, runStationStepOnce } from '../../operators/index.ts';
import { refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';

import { returnIdExample, StrayPackageRecord, strayPackageExample, toStrayPackageRecord } from '../station-fields.ts';
import { lockStrayPackage, settleStrayPackage } from '../stray-store.ts';

const noSuchPackage = 'There is no such package.';

export const returnsSettleOperation = defineOperatorCommand({
  path: '/api/Returns/Settle',
  summary: 'Settle a parked package',
  description:
    'Ends the exception of a parked package, with what became of it: the order of which a return was opened, or who took it. One that is settled already stays as it is.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Stray: Type.String({ pattern: uuidPattern, description: 'Its id.' }),
    Settlement: Type.String({
      minLength: 1,
      maxLength: maxNoteLength,
      description: 'How the package was settled, without names of people.',
    }),
  }),
  requestExample: { Stray: returnIdExample, Settlement: 'It belongs to order CLB1001.' },
  reply: {
    description: 'The package.',
    schema: StrayPackageRecord,
    example: { ...strayPackageExample, Settlement: 'It belongs to order CLB1001.' },
  },
  errors: { 400: 'A field is not valid.', 404: noSuchPackage },
  execute: async (call) => {
    const { Stray, Settlement: settlement } = call.request;
    return await runStationStepOnce(call, async (tx) => {
      const stray = await lockStrayPackage(tx, Stray.toLowerCase());
      if (stray === undefined) return refuse('NotFound', noSuchPackage);
      if (stray.settlement !== '') return { ok: toStrayPackageRecord(stray) };
      settleStrayPackage(tx, stray.strayId, settlement, call.operator.email);
      const after = { Label: stray.label, Settlement: settlement };
      recordAudit(tx, call.context, { action: 'stray.settled', subject: stray.strayId, after });
      return { ok: toStrayPackageRecord({ ...stray, settlement }) };
    });
  },
});
