/** Session/EnrollTotp: a secret for an authenticator app, which is not required yet. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { passwordField } from '../operator-fields.ts';
import { beginTotpEnrollment } from '../own-factor.ts';

export const sessionEnrollTotpOperation = defineOperatorCommand({
  path: '/api/Session/EnrollTotp',
  summary: 'Enroll an authenticator app',
  description:
    'Returns a secret for an authenticator app. Sign-ins require its codes from Session/ConfirmTotp on; until then it may be enrolled again.',
  roles: operatorRoles,
  request: Type.Object({ Password: passwordField('The password of the account.') }),
  requestExample: { Password: 'correct horse battery staple' },
  reply: {
    description: 'The secret. It is shown only once.',
    schema: Type.Object({
      Secret: Type.String({ description: 'Base32, to type into the app.' }),
      Uri: Type.String({ description: 'The same as an address, for a QR code.' }),
    }),
    example: {
      Secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      Uri: 'otpauth://totp/Dray:ann%40warehouse.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Dray',
    },
  },
  errors: {
    403: 'A code is required already, or the session belongs to a shared station (`StateForbids`).',
    429: 'There were too many wrong passwords. Wait for the seconds of `Retry-After`.',
  },
  execute: async ({ environment, session, context, request }) => {
    const { secret, uri } = await beginTotpEnrollment(environment, session, context, request.Password);
    return { Secret: secret, Uri: uri };
  },
});
