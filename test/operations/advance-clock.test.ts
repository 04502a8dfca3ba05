/** Simulation/AdvanceClock over HTTP: every documented response. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { hour, setClock, tuesday } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

const operation = 'Simulation/AdvanceClock';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const instant = (answer: { body: Json }) => Temporal.Instant.from(answer.body.Now);
const secondsBetween = (from: Temporal.Instant, to: Temporal.Instant) => to.since(from).total('seconds');

/** A winery whose clock shows Tuesday, 9:00 in Napa. */
async function wineryOnTuesday() {
  const winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
  return {
    ...winery,
    advance: (body: Json, headers?: Record<string, string>) => winery.client.call(operation, body, headers),
  };
}

describe('200', () => {
  test('200 by seconds: advances from the current time, and the journal keeps the call', async () => {
    const winery = await wineryOnTuesday();
    const answer = await winery.advance({ Seconds: 90 });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['Now', 'Events', 'TransactionReferenceNumber']);
    expect(answer.body.Events).toBe(0);
    expect(secondsBetween(tuesday, instant(answer))).toBeGreaterThanOrEqual(90);
    expect(secondsBetween(tuesday, instant(answer))).toBeLessThan(120);
    expect(isUuid(answer.body.TransactionReferenceNumber)).toBe(true);
    const journal = await winery.timeline(answer.body.TransactionReferenceNumber);
    expect(journal).toMatchObject([{ kind: 'clock.advanced', operation, data: { events: 0 } }]);
  });

  test('200 to a time: with offset as it says, without in the zone of the operator', async () => {
    const winery = await wineryOnTuesday();
    const first = await winery.advance({ To: '2031-03-04T18:30:00Z' });
    expect(Math.floor(secondsBetween(Temporal.Instant.from('2031-03-04T18:30:00Z'), instant(first)) / 30)).toBe(0);
    const second = await winery.advance({ To: '2031-03-04T12:00:00' });
    expect(Math.floor(secondsBetween(Temporal.Instant.from('2031-03-04T20:00:00Z'), instant(second)) / 30)).toBe(0);
  });

  test('200 runs everything due by then, and nothing later', async () => {
    const winery = await wineryOnTuesday();
    const reference = await winery.created({ OrderInfo: { OrderNo: 'ADV-0001' } });
    const track = async () => (await winery.client.call('Tracking/GetDetails', { OrderNo: 'ADV-0001' })).body[0];
    expect((await winery.advance({ To: '2031-03-04T09:05:00' })).body.Events).toBe(1);
    expect(await track()).toMatchObject({ Status: 'PROCESSING ORDER' });
    expect((await winery.advance({ To: '2031-03-04T15:59:00' })).body.Events).toBe(1);
    expect(await track()).toMatchObject({ Status: 'READY TO SHIP' });
    expect((await winery.advance({ To: '2031-03-04T16:00:00' })).body.Events).toBe(1);
    expect(await track()).toMatchObject({ Status: 'SHIPPED', ShipDate: '03/04/2031' });
    expect((await winery.advance({ To: '2031-03-04T18:00:00' })).body.Events).toBe(1);
    expect(await track()).toMatchObject({ Status: 'IN TRANSIT' });
    await winery.advance({ Seconds: 10 * 24 * hour });
    expect(await track()).toMatchObject({ Status: 'DELIVERED' });
    const times = await server.environment.db.rows<{ occurred_at: Temporal.Instant }>(
      'select occurred_at from log where customer_no = $1 and subject = $2 order by seq',
      [winery.customerNo, reference],
    );
    const inOrder = times.map((row) => row.occurred_at.epochMilliseconds);
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
    expect(inOrder.length).toBeGreaterThan(6);
  });

  test('200 one at a time: a second call waits and continues from the new time', async () => {
    const winery = await wineryOnTuesday();
    const answers = await Promise.all([1, 2, 3].map(() => winery.advance({ Seconds: hour })));
    const nows = answers.map(instant).sort(Temporal.Instant.compare);
    for (const [i, now] of nows.entries()) expect(secondsBetween(tuesday, now)).toBeGreaterThanOrEqual((i + 1) * hour);
  });

  test('200 one at a time: also waits for another process', async () => {
    const winery = await wineryOnTuesday();
    const other = new pg.Client(server.database.options);
    await other.connect();
    try {
      await other.query('select pg_advisory_lock(7310, hashtext($1))', [winery.customerNo]);
      let answered = false;
      const call = winery.advance({ Seconds: 60 }).then((answer) => {
        answered = true;
        return answer;
      });
      await expect
        .poll(
          async () =>
            (await other.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount,
        )
        .toBe(1);
      expect(answered).toBe(false);
      await other.query('select pg_advisory_unlock_all()');
      expect((await call).status).toBe(200);
    } finally {
      await other.end();
    }
  });

  test('200 the clocks and orders of other customers stay where they are', async () => {
    const [mine, other] = [await wineryOnTuesday(), await wineryOnTuesday()];
    const reference = await other.created();
    await mine.advance({ Seconds: 30 * 24 * hour });
    expect(await other.order(reference)).toMatchObject({ status: 'RECEIVED' });
    const now = instant(await other.advance({ Seconds: 1 }));
    expect(secondsBetween(tuesday, now)).toBeLessThan(60);
  });

  test('200 with the same Idempotency-Key the clock moves once', async () => {
    const winery = await wineryOnTuesday();
    const first = await winery.advance({ Seconds: hour }, { 'idempotency-key': 'move' });
    const again = await winery.advance({ Seconds: hour }, { 'idempotency-key': 'move' });
    expect(again.body).toEqual(first.body);
    expect(secondsBetween(tuesday, instant(await winery.advance({ Seconds: 1 })))).toBeLessThan(hour + 60);
  });
});

describe('400', () => {
  test.each([
    [{}, 'Seconds'],
    [{ Seconds: null, To: '' }, 'Seconds'],
    [{ Seconds: 60, To: '2031-03-05T09:00:00Z' }, 'To'],
    [{ Seconds: 0 }, 'Seconds'],
    [{ Seconds: -60 }, 'Seconds'],
    [{ Seconds: 1.5 }, 'Seconds'],
    [{ Seconds: '60 s' }, 'Seconds'],
    [{ Seconds: 31_536_001 }, 'Seconds'],
    [{ To: '2032-03-05T09:00:00Z' }, 'To'],
    [{ To: '03-05-2031' }, 'To'],
    [{ To: '2031-02-30T09:00:00Z' }, 'To'],
  ])('400 %j: the fault is in %s', async (body, field) => {
    const winery = await wineryOnTuesday();
    const answer = await winery.advance(body);
    expect(answer.status).toBe(400);
    expect(answer.body.Code).toBe('ValidationFailed');
    expect(answer.body.Errors.map((fault: Json) => fault.Field)).toEqual([field]);
  });

  test('400 backwards', async () => {
    const winery = await wineryOnTuesday();
    const answer = await winery.advance({ To: '2031-03-04T08:59:00' });
    expect(answer.body).toMatchObject({ Status: 400, Code: 'ClockBackwards' });
    expect(secondsBetween(tuesday, instant(await winery.advance({ Seconds: 1 })))).toBeLessThan(60);
  });
});

test('401 wrong credentials do not move the clock', async () => {
  const winery = await wineryOnTuesday();
  const Authentication = { UserKey: winery.userKey, Password: 'wrong', CustomerNo: winery.customerNo };
  expect((await winery.advance({ Seconds: 60, Authentication })).status).toBe(401);
});

test('403 read-only credentials cannot move the clock', async () => {
  const { client } = await server.customer('read');
  const answer = await client.call(operation, { Seconds: 60 });
  expect(answer.body).toMatchObject({ Status: 403, Code: 'RightMissing' });
});

test('404 production has no simulation', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { client } = await production.customer();
    expect((await client.call(operation, { Seconds: 60 })).status).toBe(404);
  } finally {
    await production.close();
  }
});
