/** Floor/FinishBox: close a box with its weight and size. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { runStep, sessionOf } from '../run-packing.ts';
import {
  SessionState,
  sessionExample,
  sessionFaults,
  sessionField,
  sessionState,
  sessionStateExample,
} from '../session-fields.ts';

const inches = (description: string) => Type.Number({ minimum: 1, maximum: 108, description });

export const floorFinishBox = defineOperatorCommand({
  path: '/api/Floor/FinishBox',
  isResumable: true,
  summary: 'Close a box with its weight and size',
  description:
    'Closes a box: its label is bought with this weight and size. The next scan opens another box. A box that is closed already gets the new values, as long as its labels are not bought.',
  credentials: 'session',
  roles: floorRoles,
  request: Type.Object({
    Session: sessionField,
    Box: Type.Integer({ minimum: 1, maximum: 10_000, description: 'The number of the box.' }),
    WeightLb: Type.Number({
      minimum: 0.1,
      maximum: 150,
      description: 'As weighed, in pounds, with up to two decimals.',
    }),
    LengthIn: inches('Length of the shipper in inches.'),
    WidthIn: inches('Width of the shipper in inches.'),
    HeightIn: inches('Height of the shipper in inches.'),
  }),
  requestExample: { Session: sessionExample, Box: 1, WeightLb: 7.4, LengthIn: 16, WidthIn: 10, HeightIn: 6 },
  reply: { description: 'The session.', schema: SessionState, example: sessionStateExample },
  errors: {
    400: 'Session is not one, or a weight or size is not possible.',
    403: 'Another person has taken the order over, or its labels are bought.',
    404: 'The order is not on the floor, or has no such box.',
  },
  check: sessionFaults,
  execute: async (call) => {
    const { Session, Box: box, WeightLb, LengthIn, WidthIn, HeightIn } = call.request;
    const session = sessionOf(Session);
    const measures = {
      ...{ weightLb: cents(WeightLb), lengthIn: cents(LengthIn), widthIn: cents(WidthIn), heightIn: cents(HeightIn) },
    };
    const finished = await runStep(call, session, { kind: 'finish', session, box, measures });
    return await sessionState(call.environment.db, finished);
  },
});

/** Rounded to what packages store. */
const cents = (value: number): number => Math.round(value * 100) / 100;
