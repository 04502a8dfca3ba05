/** Declares the operations on a packing session: the request names the session, and the reply is the whole session after the step. */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { assertPresent } from '../lib/assert.ts';
import { defineOperatorCommand, type OperatorCall, type OperatorCommand } from '../platform/http/operator-operation.ts';
import { floorRoles } from './floor-fields.ts';
import { type PackingSession, parsePackingSession } from './packing-session.ts';
import {
  checkPackingSessionFormat,
  PackingSessionRecord,
  packingSessionExample,
  packingSessionField,
  packingSessionRecordExample,
  readPackingSessionRecord,
} from './packing-session-fields.ts';
import type { PackingSessionState } from './packing-step.ts';

const sessionFields = { Session: packingSessionField };

type Operation<Path extends `/api/Floor/${string}`, Fields extends TProperties> = OperatorCommand<
  Path,
  TObject<typeof sessionFields & Fields>,
  typeof PackingSessionRecord
>;

interface PackingOperation<Path extends `/api/Floor/${string}`, Fields extends TProperties>
  extends Pick<Operation<Path, Fields>, 'path' | 'summary' | 'description' | 'errors' | 'check' | 'timeoutSeconds'> {
  /** Beside `Session`. */
  readonly fields: Fields;
  readonly requestExample: Static<TObject<Fields>>;
  readonly reply?: Partial<Pick<Operation<Path, Fields>['reply'], 'description' | 'example'>>;
  readonly step: (call: OperatorCall<Static<TObject<Fields>>>, session: PackingSession) => Promise<PackingSessionState>;
}

// biome-ignore lint/suspicious/noExplicitAny: requests of every shape; each is checked where the operation is declared
type Any = any;

/** Defines an operation that runs one step of a packing session and returns the session after it. */
export function definePackingOperation<const Path extends `/api/Floor/${string}`, Fields extends TProperties>({
  fields,
  requestExample,
  reply,
  errors,
  check = () => [],
  step,
  ...declaration
}: PackingOperation<Path, Fields>): Operation<Path, Fields> {
  return defineOperatorCommand<Path, TObject<typeof sessionFields & Fields>, typeof PackingSessionRecord>({
    ...declaration,
    isResumable: true,
    roles: floorRoles,
    request: Type.Object({ ...sessionFields, ...fields }) as Any,
    requestExample: { Session: packingSessionExample, ...(requestExample as Any) },
    reply: {
      description: 'The session.',
      schema: PackingSessionRecord,
      example: packingSessionRecordExample,
      ...reply,
    },
    errors: { 404: 'The order is not on the floor.', ...errors },
    check: (request) => [...checkPackingSessionFormat(request as Any), ...check(request)],
    execute: async (call) => {
      const session = parsePackingSession((call.request as Any).Session);
      const state = await step(call as Any, assertPresent(session, 'a session that was validated'));
      return await readPackingSessionRecord(call.environment.db, state);
    },
  });
}
