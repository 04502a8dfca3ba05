/** Session/Identify: who works at a shared station. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import {
  badgeField,
  pinField,
  SessionOperatorRecord,
  sessionOperatorExample,
  sessionOperatorRecord,
} from '../operator-fields.ts';
import { identifyAtStation } from '../sign-in.ts';

export const sessionIdentifyOperation = defineOperatorCommand({
  path: '/api/Session/Identify',
  summary: 'Identify a person at a station',
  description:
    'At a shared station: names the person who acts from now on, by badge and PIN, until another one identifies or after 30 minutes without a ' +
    'request that a person caused. What the station does needs the rights of both, and is recorded under the name of the person. Without `Badge` the station has no identified person.',
  roles: operatorRoles,
  allowsUnidentified: true,
  request: Type.Object({
    Badge: Type.Optional(badgeField('The badge as it is scanned.')),
    Pin: Type.Optional(pinField('The PIN of the badge.')),
  }),
  requestExample: { Badge: 'B-1042', Pin: '4071' },
  reply: {
    description: 'The person who is identified now.',
    schema: Type.Object({ Operator: Type.Optional(SessionOperatorRecord) }),
    example: { Operator: { ...sessionOperatorExample, Role: 'floor' as const, Warehouses: ['APC01'] } },
  },
  errors: {
    403: 'The session does not belong to a shared station (`StateForbids`).',
    429: 'There were too many wrong PINs. Wait for the seconds of `Retry-After`.',
  },
  check: ({ Badge: badge, Pin: pin }) => {
    if ((badge === undefined) === (pin === undefined)) return [];
    const field = badge === undefined ? 'Badge' : 'Pin';
    return [{ field, code: 'Required', message: 'is required' }];
  },
  execute: async ({ environment, session, context, request }) => {
    const { Badge: badge, Pin: pin } = request;
    const credentials = badge === undefined || pin === undefined ? undefined : { badge, pin };
    const person = await identifyAtStation(environment, session, context, credentials);
    return person === undefined ? {} : { Operator: sessionOperatorRecord(person) };
  },
});
