/** The steps of returns, as functions of the slice, one item at a time. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Outcome } from '../../src/platform/errors.ts';
import {
  announceReturns,
  applyReturnDispositions,
  cancelReturns,
  type InspectedReturnLine,
  inspectReturns,
  type OrderReturn,
  type ReturnAnnouncement,
  type ReturnDispositionRequest,
  receiveReturns,
} from '../../src/returns/index.ts';
import type { TestServer } from '../support/server.ts';
import { openReturnsWinery, type ReturnsWinery } from './returns-winery.ts';

export const changeContext = () => ({ reference: uuidv7(), operation: 'test', actor: 'tester' });

/** The steps of one winery, one item at a time. */
function stepsOf({ customerNo, write }: ReturnsWinery) {
  const only = async <T>(outcomes: Promise<Outcome<T>[]>): Promise<Outcome<T>> => (await outcomes)[0] as Outcome<T>;
  return {
    announce: (orderId: string, given: Partial<ReturnAnnouncement> = {}) =>
      write((tx) =>
        only(
          announceReturns(
            tx,
            [{ customerNo, orderId, lines: undefined, warehouse: undefined, reason: '', ...changeContext(), ...given }],
            () => ({ trackingNos: ['794600000001'], carrier: 'FEX', service: 'GRND' }),
          ),
        ),
      ),
    cancel: (returnId: string) =>
      write((tx) => only(cancelReturns(tx, [{ customerNo, returnId, ...changeContext() }]))),
    receive: (returnId: string, warehouse?: string) =>
      write((tx) => only(receiveReturns(tx, [{ customerNo, returnId, warehouse, ...changeContext() }]))),
    inspect: (returnId: string, lines: InspectedReturnLine[]) =>
      write((tx) => only(inspectReturns(tx, [{ customerNo, returnId, lines, ...changeContext() }]))),
    dispose: (
      returnId: string,
      given: Partial<ReturnDispositionRequest> & Pick<ReturnDispositionRequest, 'disposition'>,
    ) =>
      write((tx) =>
        only(
          applyReturnDispositions(tx, [
            {
              customerNo,
              returnId,
              inventoryStatus: undefined,
              lines: undefined,
              recipient: undefined,
              ...changeContext(),
              ...given,
            },
          ]),
        ),
      ),
  };
}

/** What succeeded. Throws the reason of a refusal. */
export function done<T>(outcome: Outcome<T>): T {
  if ('refused' in outcome) throw new Error(outcome.refused.reason);
  return outcome.ok;
}

export const good = 'RTGD-NO-TX';
export const broken = 'RDMG-NO-TX';
/** All units of the lines, found in good condition. */
export const allGood = ({ lines }: OrderReturn): InspectedReturnLine[] =>
  lines.map(({ line, expected }) => ({ line, found: [{ quantity: expected, status: good }] }));

/** A winery with its steps. */
export async function openSteps(server: TestServer) {
  const winery = await openReturnsWinery(server);
  return { winery, ...stepsOf(winery) };
}

/** A return of a whole order that awaits its disposition. */
export async function openAwaitingReturn(server: TestServer) {
  const { winery, ...steps } = await openSteps(server);
  const orderId = await winery.delivered();
  const announced = done(await steps.announce(orderId));
  await steps.receive(announced.returnId);
  const inspected = done(await steps.inspect(announced.returnId, allGood(announced)));
  return { winery, ...steps, orderId, inspected, returnId: announced.returnId };
}

/** A return as stored in the database, to the microsecond. */
export function asStored(given: OrderReturn): OrderReturn {
  const round = (at: Temporal.Instant | undefined) => at?.round('microsecond');
  const { announcedAt, receivedAt, closedAt } = given;
  return {
    ...given,
    announcedAt: announcedAt.round('microsecond'),
    receivedAt: round(receivedAt),
    closedAt: round(closedAt),
  };
}
