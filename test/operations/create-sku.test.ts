/** CreateSKU: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { readSkus } from '../../src/skus/index.ts';
import { createSkuOperation } from '../../src/skus/operations/create-sku.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const name = 'SKU/CreateSKU';

const requestor = {
  FirstName: 'Sample',
  LastName: 'Requestor',
  EmailAddress: 'requestor@example.com',
  PhoneNumber: '7075550100',
};

const wine = {
  ItemCategory: 'Wine',
  ItemNo: '23PIN-01',
  ItemDescription: '2023 Pinot Noir Estate 750ml',
  Varietal: 'Pinot Noir',
  Value: '48.00',
  UOM: '750',
};

type Fields = Readonly<Record<string, unknown>>;
const body = (sku: Fields = {}, who: Fields = {}) => ({
  RequestorInfo: { ...requestor, ...who },
  SKUInfo: { ...wine, ...sku },
});

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ operations: [createSkuOperation], settings: { BRAND: 'Acme' } });
});
afterAll(() => server.close());

interface SkuRow {
  readonly sku_id: string;
  readonly storage: string;
  readonly has_unknown_varietal: boolean;
  readonly vintage: string;
  readonly bottles_per_case: number | null;
  readonly cases_per_pallet: number | null;
  readonly comments: string;
  readonly classification: string;
}

async function rowOf(customerNo: string, itemNo: string): Promise<SkuRow | undefined> {
  const rows = await server.environment.db.rows<SkuRow>('select * from skus where customer_no = $1 and item_no = $2', [
    customerNo,
    itemNo,
  ]);
  return rows[0];
}

async function logOf(customerNo: string) {
  return await server.environment.db.rows<{ kind: string; subject: string; actor: string; data: Fields }>(
    `select kind, subject, actor, data from log where customer_no = $1 and kind like 'sku.%' order by seq`,
    [customerNo],
  );
}

test('200: answers the transaction reference of the item, which other slices read', async () => {
  const { client, customerNo, userKey } = await server.customer();
  const answer = await client.call(
    name,
    body({
      Vintage: '2023',
      Appellation: 'Russian River Valley',
      AlcoholByVolume: '13.8',
      UPCCode: '000000000000',
      NumBottleInEachCase: '12',
      NumCasesInEachPallet: '56',
      Classification: 'Still',
      Comments: 'Screw cap',
      Color: 'red',
    }),
  );
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  const skus = await readSkus(server.environment.db, [
    { customerNo, itemNo: '23PIN-01' },
    { customerNo, itemNo: 'NONE' },
    { customerNo: 'W999', itemNo: '23PIN-01' },
  ]);
  expect([...skus]).toEqual([
    [
      `${customerNo}\n23PIN-01`,
      {
        customerNo,
        itemNo: '23PIN-01',
        description: '2023 Pinot Noir Estate 750ml',
        category: 'Wine',
        storage: 'service',
        uom: '750',
        bottlesPerCase: 12,
        value: '48.00',
        alcoholByVolume: '13.8',
        retired: false,
      },
    ],
  ]);
  expect(await rowOf(customerNo, '23PIN-01')).toMatchObject({
    sku_id: answer.body,
    vintage: '2023',
    cases_per_pallet: 56,
    comments: 'Screw cap',
    classification: 'Still',
    has_unknown_varietal: false,
  });
  expect(await logOf(customerNo)).toMatchObject([
    {
      kind: 'sku.created',
      subject: answer.body,
      actor: userKey,
      data: { itemNo: '23PIN-01', unknownProperties: ['SKUInfo.Color'] },
    },
  ]);
});

test('200: keeps the requestor apart from the item, and out of the log', async () => {
  const { client, customerNo } = await server.customer();
  const { body: reference } = await client.call(name, body());
  const { db } = server.environment;
  expect(await db.rows('select * from sku_requestors where customer_no = $1', [customerNo])).toEqual([
    {
      customer_no: customerNo,
      reference,
      item_no: '23PIN-01',
      first_name: 'Sample',
      last_name: 'Requestor',
      email_address: 'requestor@example.com',
      phone_number: '7075550100',
    },
  ]);
  expect(JSON.stringify(await logOf(customerNo))).not.toContain('requestor@example.com');
  await db.rows('delete from sku_requestors where customer_no = $1', [customerNo]);
  expect((await client.call(name, body())).body).toBe(reference);
});

test.each([
  [undefined, 'service'],
  ['', 'service'],
  [null, 'service'],
  ['ServiceManagedStorage', 'service'],
  ['AcmeManagedStorage', 'service'],
  ['ClientManagedStorage', 'client'],
  ['Virtual', 'virtual'],
])('200: InventoryManagementType %s', async (type, storage) => {
  const { client, customerNo } = await server.customer();
  expect((await client.call(name, body({ InventoryManagementType: type }))).status).toBe(200);
  expect(await rowOf(customerNo, '23PIN-01')).toMatchObject({ storage });
});

test.each([
  ['Pinot Noir', false],
  ['pinot noir', false],
  ['ROSÉ', false],
  ['Imaginary Blend', true],
])('200: a wine of the varietal %s is flagged: %s', async (varietal, flagged) => {
  const { client, customerNo } = await server.customer();
  expect((await client.call(name, body({ Varietal: varietal }))).status).toBe(200);
  expect(await rowOf(customerNo, '23PIN-01')).toMatchObject({ has_unknown_varietal: flagged });
  const [entry] = await logOf(customerNo);
  expect(entry?.data.flags).toEqual(flagged ? ['UnknownVarietal'] : undefined);
});

test.each(['MarketingMaterial', 'Merchandise', 'TastingFee', 'IcePack'])(
  '200: a %s needs no varietal and is never flagged',
  async (category) => {
    const { client, customerNo } = await server.customer();
    const without = await client.call(name, body({ ItemCategory: category, ItemNo: 'A', Varietal: undefined }));
    const none = await client.call(name, body({ ItemCategory: category, ItemNo: 'B', Varietal: 'None' }));
    expect([without.status, none.status]).toEqual([200, 200]);
    expect(await rowOf(customerNo, 'B')).toMatchObject({ has_unknown_varietal: false });
  },
);

test('200: every limit itself is in order', async () => {
  const { client } = await server.customer();
  const answer = await client.call(
    name,
    body(
      {
        ItemNo: 'I'.repeat(30),
        ItemDescription: 'D'.repeat(250),
        Appellation: 'A'.repeat(250),
        Value: '0',
        AlcoholByVolume: '100',
        NumBottleInEachCase: '1',
      },
      {
        FirstName: 'F'.repeat(60),
        LastName: 'L'.repeat(60),
        EmailAddress: `${'e'.repeat(60)}@${'d'.repeat(60)}.${'d'.repeat(60)}.example`,
        PhoneNumber: '1'.repeat(255),
      },
    ),
  );
  expect(answer).toMatchObject({ status: 200 });
});

test('200: the same creation again returns the first reference and writes nothing', async () => {
  const { client, customerNo } = await server.customer();
  const first = await client.call(name, body({ Vintage: '' }));
  const again = await client.call(name, body({ Vintage: null, InventoryManagementType: 'AcmeManagedStorage' }));
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(await logOf(customerNo)).toHaveLength(1);
});

test('200: an item with 0 in a case or on a pallet, as clients send it for a tasting fee, has none', async () => {
  const { client } = await server.customer();
  const first = await client.call(name, body({ NumBottleInEachCase: '0', NumCasesInEachPallet: 0 }));
  expect(first).toMatchObject({ status: 200 });
  const again = await client.call(name, body({ NumBottleInEachCase: null, NumCasesInEachPallet: '' }));
  expect(again).toMatchObject({ status: 200, body: first.body });
});

test('200: of concurrent creations one succeeds, and all return the same reference', async () => {
  const { client, customerNo } = await server.customer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(name, body())));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await logOf(customerNo)).toHaveLength(1);
});

test('200: creates many different items concurrently', async () => {
  const { client, customerNo } = await server.customer();
  const numbers = Array.from({ length: 60 }, (_, i) => `ITEM-${i}`);
  const answers = await Promise.all(numbers.map((ItemNo) => client.call(name, body({ ItemNo }))));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(60);
  const skus = await readSkus(
    server.environment.db,
    numbers.map((itemNo) => ({ customerNo, itemNo })),
  );
  expect(skus.size).toBe(60);
});

test('200: an item number belongs to one customer; another may use it too', async () => {
  const [one, two] = [await server.customer(), await server.customer()];
  const first = await one.client.call(name, body());
  const second = await two.client.call(name, body({ Value: '12' }));
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).not.toBe(first.body);
});

test('400 DuplicateItem: other content under the number, naming the first reference', async () => {
  const { client, customerNo } = await server.customer();
  const { body: reference } = await client.call(name, body());
  for (const changed of [{ Value: '48.01' }, { Comments: 'new' }, { NumBottleInEachCase: '6' }]) {
    const answer = await client.call(name, body(changed));
    expect(answer).toMatchObject({
      status: 400,
      body: { Status: 400, Code: 'DuplicateItem', Errors: [{ Field: 'SKUInfo.ItemNo', Code: 'DuplicateItem' }] },
    });
    expect(answer.body.Reason).toContain(reference);
    expect(answer.body.Reason).toContain('use UpdateSKU');
  }
  expect(await rowOf(customerNo, '23PIN-01')).toMatchObject({ comments: '', bottles_per_case: null });
});

test('200: the creation of a retired item, sent again, reinstates it as sent; with other content it is 400', async () => {
  const { client, customerNo } = await server.customer();
  const { body: reference } = await client.call(name, body());
  const { db } = server.environment;
  await db.rows('update skus set retired_at = now(), value = 60 where customer_no = $1', [customerNo]);
  const item = async () => (await readSkus(db, [{ customerNo, itemNo: '23PIN-01' }])).get(`${customerNo}\n23PIN-01`);
  const refused = await client.call(name, body({ Value: '50' }));
  expect(refused).toMatchObject({ status: 400, body: { Code: 'DuplicateItem' } });
  expect(refused.body.Reason).toMatch(/a retired item with different content.*to reinstate that item, send the same/);
  expect((await item())?.retired).toBe(true);

  const again = await Promise.all(Array.from({ length: 4 }, () => client.call(name, body())));
  for (const answer of again) expect(answer).toMatchObject({ status: 200, body: reference });
  expect(await item()).toMatchObject({ retired: false, value: '48.00' });
  expect((await logOf(customerNo)).filter(({ kind }) => kind === 'sku.reinstated')).toMatchObject([
    { subject: reference, data: { itemNo: '23PIN-01' } },
  ]);
});

test('400: returns all faults at once, by field', async () => {
  const { client } = await server.customer();
  const answer = await client.call(name, {
    RequestorInfo: { FirstName: '', LastName: 'L'.repeat(61), EmailAddress: 'nobody', PhoneNumber: '123' },
    SKUInfo: {
      ItemCategory: 'Wine',
      InventoryManagementType: 'Elsewhere',
      ItemNo: 'I'.repeat(31),
      ItemDescription: 'D'.repeat(251),
      Appellation: 'A'.repeat(251),
      Value: '48,00',
      AlcoholByVolume: '101',
      NumBottleInEachCase: '0.5',
      NumCasesInEachPallet: '1.5',
      Classification: 'Fizzy',
    },
  });
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
  const faults = answer.body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`);
  expect(faults.toSorted()).toEqual([
    'RequestorInfo.EmailAddress Format',
    'RequestorInfo.FirstName MinLength',
    'RequestorInfo.LastName MaxLength',
    'RequestorInfo.PhoneNumber MinLength',
    'SKUInfo.AlcoholByVolume Range',
    'SKUInfo.Appellation MaxLength',
    'SKUInfo.Classification Enum',
    'SKUInfo.InventoryManagementType Enum',
    'SKUInfo.ItemDescription MaxLength',
    'SKUInfo.ItemNo MaxLength',
    'SKUInfo.NumBottleInEachCase Range',
    'SKUInfo.NumCasesInEachPallet Range',
    'SKUInfo.UOM Required',
    'SKUInfo.Value Format',
    'SKUInfo.Varietal Required',
  ]);
});

test.each([
  ['SKUInfo.Varietal', { Varietal: '' }, 'Required'],
  ['SKUInfo.ItemCategory', { ItemCategory: '' }, 'Required'],
  ['SKUInfo.ItemNo', { ItemNo: '' }, 'MinLength'],
  ['SKUInfo.ItemDescription', { ItemDescription: null }, 'Required'],
  ['SKUInfo.Value', { Value: '' }, 'Required'],
  ['SKUInfo.Value', { Value: true }, 'Type'],
  ['SKUInfo.Value', { Value: '-0.01' }, 'Minimum'],
  ['SKUInfo.UOM', { UOM: '' }, 'MinLength'],
  ['SKUInfo.UPCCode', { UPCCode: 'U'.repeat(256) }, 'MaxLength'],
  ['SKUInfo.AlcoholByVolume', { AlcoholByVolume: '-1' }, 'Range'],
  ['SKUInfo.NumBottleInEachCase', { NumBottleInEachCase: 'twelve' }, 'Format'],
  ['SKUInfo.NumBottleInEachCase', { NumBottleInEachCase: '-6' }, 'Range'],
  ['SKUInfo.NumBottleInEachCase', { NumBottleInEachCase: '2147483648' }, 'Range'],
])('400: %s of %j', async (field, sku, code) => {
  const { client } = await server.customer();
  const answer = await client.call(name, body(sku));
  expect(answer).toMatchObject({ status: 400, body: { Errors: [{ Field: field, Code: code }] } });
  expect(answer.body.Errors).toHaveLength(1);
});

test('400: both parts are required', async () => {
  const { client } = await server.customer();
  const answer = await client.call(name, {});
  expect(answer).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'RequestorInfo', Code: 'Required' },
        { Field: 'SKUInfo', Code: 'Required' },
      ],
    },
  });
});

test('401: wrong credentials, a missing token, a token of another customer; nothing is created', async () => {
  const [{ client, customerNo }, other] = [await server.customer(), await server.customer()];
  const wrong = await client.call(name, {
    ...body(),
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
  const without = await client.call(name, body(), { authorization: '' });
  const foreign = await client.call(name, body(), { authorization: `ServiceAuth ${other.accessToken}` });
  expect([wrong.status, without.status, foreign.status]).toEqual([401, 401, 401]);
  expect(await rowOf(customerNo, '23PIN-01')).toBeUndefined();
});

test('401 is decided before 400', async () => {
  const { client } = await server.customer();
  expect((await client.call(name, {}, { authorization: '' })).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  const { client } = await server.customer('read');
  expect(await client.call(name, body())).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
