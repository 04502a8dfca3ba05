/** ItemCodes/List: codes of items across customers, by filters and pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let packer: OperatorClient;
let customers: readonly string[];
beforeAll(async () => {
  server = await openTestServer();
  const lead = await signedIn(server, 'lead');
  packer = await signedIn(server, 'floor');
  customers = [await codedCatalog(lead), await codedCatalog(lead)];
});
afterAll(() => server.close());

async function codedCatalog(lead: OperatorClient): Promise<string> {
  const { customerNo } = await server.customer();
  await givenItems(server.environment.db, customerNo, [{ itemNo: 'PIN 23' }, { itemNo: 'CAB' }]);
  for (const [ItemNo, Code, Units] of [
    ['PIN 23', '10012345678902', 12],
    ['PIN 23', 'rack-7', 1],
    ['CAB', '10012345678902', 6],
  ])
    await lead.call('ItemCodes/Set', { CustomerNo: customerNo, ItemNo, Code, Units });
  return customerNo;
}

const list = async (request: object) => (await packer.call('ItemCodes/List', request)).body;
const namesOf = ({ Records }: Json): string[] =>
  Records.map(({ Code, ItemNo, Units }: Json) => `${Code} ${ItemNo} ${Units}`);

test('200 lists several codes of an item, a code of several items, and one that wineries share', async () => {
  const [customerNo] = customers;
  const body = await list({ Customers: [customerNo] });
  expect([body.Count, namesOf(body)]).toEqual([
    3,
    ['10012345678902 CAB 6', '10012345678902 PIN 23 12', 'RACK-7 PIN 23 1'],
  ]);
  expect(body.Records[0]).toMatchObject({ CustomerName: `Winery ${customerNo}`, Description: 'Wine CAB' });
  const shared = await list({ Customers: customers, Code: '1 00 12345 67890 2', ItemNo: 'CAB' });
  expect(shared.Records.map(({ CustomerNo }: Json) => CustomerNo)).toEqual(customers);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await packer.call('ItemCodes/List', { Top: 0, After: 'elsewhere' });
  expect([status, body.Errors.map(({ Field }: Json) => Field)]).toEqual([400, ['Top', 'After']]);
});
