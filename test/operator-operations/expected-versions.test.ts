/** `ExpectedVersion` of changes whose later one would replace the earlier one: operators, endpoints, rights of users, recipients. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWinery } from '../support/held-orders.ts';
import { addOperator, type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
let first: OperatorClient;
let second: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  first = await signedIn(server, 'admin');
  second = await signedIn(server, 'admin');
});
afterAll(() => server.close());

interface Versioned {
  readonly operation: string;
  readonly key: object;
  /** Of two people. */
  readonly changes: readonly [object, object];
  /** The record with its version. */
  readonly read: () => Promise<{ readonly Version: string }>;
}

const read = async (operation: string, body: object) => (await first.call(operation, body)).body;

const records: Readonly<Record<string, () => Promise<Versioned>>> = {
  operator: async () => {
    const { email: Email } = await addOperator(server.environment, 'floor', { badge: 'B-9', pin: '4071' });
    return {
      operation: 'Operators/Update',
      key: { Email },
      // A PIN of the badge is no part of the version, and does not hide who changed the rest.
      changes: [{ Warehouses: ['APC01'], Pin: '1234' }, { Role: 'lead' }],
      read: async () => (await read('Operators/List', { Text: Email })).Records[0],
    };
  },
  'webhook endpoint': async () => {
    const { CustomerNo, EndpointId } = await openWebhook(server);
    return {
      operation: 'Webhooks/Update',
      key: { CustomerNo, EndpointId },
      changes: [{ Url: 'https://winery.example/moved' }, { Description: 'Club' }],
      read: async () => (await read('Webhooks/List', { Customers: [CustomerNo] })).Records[0],
    };
  },
  right: async () => {
    const [{ userKey: UserKey }, { customerNo: CustomerNo }] = [await server.customer(), await server.customer()];
    await first.call('ApiUsers/Grant', { CustomerNo, UserKey, Rights: 'read' });
    return {
      operation: 'ApiUsers/Grant',
      key: { CustomerNo, UserKey },
      changes: [{ Rights: 'write' }, { Rights: 'read' }],
      read: async () =>
        (await read('Customers/Get', { CustomerNo })).Users.find(
          (user: { UserKey: string }) => user.UserKey === UserKey,
        ),
    };
  },
  recipient: async () => {
    const winery = await openWinery(server);
    const { reference: TransactionReferenceNumber } = await winery.order();
    const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber };
    return {
      operation: 'Orders/CorrectRecipient',
      key,
      changes: [
        { RecipientContactInfo: { Address: '7051 Oak Avenue' } },
        { RecipientContactInfo: { PhoneNumber: '7075550199' } },
      ],
      read: async () => {
        const { RecipientContactInfo, Version } = await read('Orders/Get', key);
        return { RecipientContactInfo, Version };
      },
    };
  },
};

test.each(Object.keys(records))(
  '403 for a change of a %s that another person has changed; the version of now and none are accepted',
  async (name) => {
    const given = await records[name]?.();
    if (given === undefined) throw new Error(`there is no record ${name}`);
    const { operation, key, changes, read: readRecord } = given;
    const { Version: ExpectedVersion } = await readRecord();
    const [earlier, later] = changes;
    const sent = await second.call(operation, { ...key, ...earlier, ExpectedVersion });
    expect([sent.status, sent.body.Reason]).toEqual([200, undefined]);
    const now = await readRecord();
    expect(now.Version).not.toBe(ExpectedVersion);
    const { status, body } = await first.call(operation, { ...key, ...later, ExpectedVersion });
    expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'CHANGED']);
    expect(body.Reason).toMatch(
      new RegExp(`was changed by ${second.operator.email} on \\d{4}-\\d\\d-\\d\\d at \\d\\d:\\d\\d UTC`),
    );
    expect(await readRecord()).toEqual(now);
    expect((await first.call(operation, { ...key, ...later, ExpectedVersion: now.Version })).status).toBe(200);
    expect((await first.call(operation, { ...key, ...earlier })).status).toBe(200);
  },
);

test('a change by the winery names its user', async () => {
  const winery = await openWinery(server);
  const { reference: TransactionReferenceNumber } = await winery.order();
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber };
  const { Version: ExpectedVersion } = await read('Orders/Get', key);
  const RecipientContactInfo = { Address: '7051 Oak Avenue' };
  const updated = { TransactionReferenceNumber, RecipientContactInfo };
  expect((await winery.client.call('SalesOrder/UpdateSalesOrder', updated)).status).toBe(200);
  const mine = { RecipientContactInfo: { PhoneNumber: '7075550199' }, ExpectedVersion };
  const { status, body } = await first.call('Orders/CorrectRecipient', { ...key, ...mine });
  expect([status, body.Reason]).toEqual([403, expect.stringMatching(/^The recipient was changed by \S+ on /)]);
});
