/** A page of the audit reads its entries alone, however long ago they were made. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditFilter, countAudit, listAudit } from '../../src/operators/audit-list.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { signedIn } from '../support/operator.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let person: { readonly operatorId: string; readonly email: string };

/** 30,000 entries by others about other customers after 600 about M000. */
beforeAll(async () => {
  server = await openPlainServer();
  const { operator } = await signedIn(server, 'lead');
  person = operator;
  const { db } = server.environment;
  await db.rows(
    `insert into operator_audit (audit_id, reference, operator_id, actor, operation, action, subject, for_customer)
     select uuidv7(n * interval '-1 second'), gen_random_uuid(), case when n > 30000 then $1::uuid else gen_random_uuid() end, '', '',
            case when n > 30000 then 'old' else 'new' end, case when n > 30000 then 'old' else 'new' end,
            'M' || case when n > 30000 then 0 else 1 + n % 9 end
       from generate_series(1, 30600) n`,
    [person.operatorId],
  );
  await db.rows('vacuum analyze operator_audit');
});
afterAll(() => server.close());

const everything: AuditFilter = {
  emails: [],
  customerNos: [],
  actions: [],
  subjects: [],
  from: undefined,
  to: undefined,
};

test.each([
  ['a customer', () => ({ customerNos: ['M0'] })],
  ['an action', () => ({ actions: ['old'] })],
  ['a subject', () => ({ subjects: ['old'] })],
  ['a person', () => ({ emails: [person.email] })],
])('of %s', async (_, filter) => {
  const counted: CountedStatement[] = [];
  await countingDb(server.environment.db, counted).snapshot(async (reader) => {
    expect(await listAudit(reader, { ...everything, ...filter() }, undefined, 51)).toHaveLength(51);
    expect(await countAudit(reader, { ...everything, ...filter() }, 10_001)).toBeGreaterThanOrEqual(600);
  });
  for (const { buffers, plan } of counted) expect(buffers, JSON.stringify(plan, null, 1)).toBeLessThan(100);
});

test('of several customers', async () => {
  const reader = server.environment.db;
  const filter = { ...everything, customerNos: ['M0', 'M1'], emails: [person.email, 'absent@example.com'] };
  expect(await countAudit(reader, filter, 10_001)).toBe(600);
});
