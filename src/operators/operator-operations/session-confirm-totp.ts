/** Session/ConfirmTotp: sign-ins require codes of the app from now on. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { confirmTotpEnrollment } from '../own-factor.ts';

export const sessionConfirmTotpOperation = defineOperatorCommand({
  path: '/api/Session/ConfirmTotp',
  summary: 'Confirm the authenticator app',
  description:
    'Shows by a code that the app has the secret of Session/EnrollTotp. From now on a sign-in needs a code. Returns ten recovery codes, ' +
    'each of which replaces one code once.',
  roles: operatorRoles,
  request: Type.Object({
    Code: Type.String({ description: 'The code that the app shows.', minLength: 6, maxLength: 10 }),
  }),
  requestExample: { Code: '492039' },
  reply: {
    description: 'The recovery codes. They are shown only once.',
    schema: Type.Object({ RecoveryCodes: Type.Array(Type.String()) }),
    example: { RecoveryCodes: ['q3w7x-9mk2p', 'h8r4t-c6vnz'] },
  },
  errors: {
    403: 'The session belongs to a shared station (`StateForbids`).',
    429: 'There were too many wrong codes. Wait for the seconds of `Retry-After`.',
  },
  execute: async ({ environment, session, context, request }) => ({
    RecoveryCodes: [...(await confirmTotpEnrollment(environment, session, context, request.Code))],
  }),
});
