/** CarrierAccounts/Test: whether the carrier accepts the key of an account. */
import Type from 'typebox';
import { createEasypostGateway } from '../../carriers/index.ts';
import { codeField } from '../../contract/fields.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { recordAudit } from '../../operators/index.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { buildEasypostOptions } from '../../shipping-labels/index.ts';
import { carrierAccountField } from '../carrier-account-fields.ts';

const timeoutMs = 10_000;

/** The reference of a shipment that is asked for and does not exist. */
const noShipment = 'dray-connection-test';

export const carrierAccountsTestOperation = defineOperatorCommand({
  path: '/api/CarrierAccounts/Test',
  summary: 'Test a carrier account',
  description:
    'Asks the carrier, with the stored key, for a shipment that does not exist: it costs nothing, and nothing is made. In the test environment too, where no label is bought.',
  roles: ['admin'],
  request: Type.Object({ Account: carrierAccountField }),
  requestExample: { Account: 'MAIN' },
  reply: {
    description: 'The reply of the carrier.',
    schema: Type.Object({
      Result: codeField(
        '`connected`: the key is accepted. `failed`: it is not, the carrier does not respond, or the stored key cannot be read.',
        ['connected', 'failed'],
      ),
      Message: Type.String({
        description: 'Why it failed, in the carrier\'s words if it responded; `""` when it is connected.',
      }),
    }),
    example: { Result: 'failed', Message: 'the API key is invalid (HTTP 401)' },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such account.' },
  execute: async ({ environment: { db, config }, context, request: { Account: code } }) => {
    const account = (await readOperatorSettings(db)).carrierAccounts.find((each) => each.code === code);
    if (account === undefined) throw new AppError(refuse('NotFound', `There is no carrier account ${code}.`).refused);
    let reply: { Result: 'connected' | 'failed'; Message: string };
    try {
      const gateway = createEasypostGateway(buildEasypostOptions(config, account, timeoutMs));
      const result = await gateway.findLabel({ reference: noShipment });
      const words = result.messages.map(({ text }) => text).filter((text) => text !== '');
      reply = { Result: result.outcome === 'ok' ? 'connected' : 'failed', Message: words.join('; ') };
    } catch {
      reply = { Result: 'failed', Message: 'The stored key cannot be read with this SECRET_KEY: enter it again.' };
    }
    await db.write(async (tx) => {
      recordAudit(tx, context, { action: 'carrier_account.tested', subject: code, after: { Result: reply.Result } });
    });
    return reply;
  },
});
