/** Tests the optimistic locking that every operation with `ExpectedVersion` guarantees. */
import { expect } from 'vitest';
import { type OperatorClient, signedIn } from './operator.ts';
import type { TestServer } from './server.ts';

type Shown = Readonly<Record<string, unknown>>;

export interface VersionedRecord {
  readonly set: string;
  readonly remove: string;
  /** Names the record, in requests and in the list. */
  readonly key: Shown;
  /** Three different contents of the record. */
  readonly contents: readonly [object, object, object];
  readonly list: string;
  readonly filter?: object;
  /** Selects the rows of this kind from the list, where they are not its records. */
  readonly recordsOf?: (records: readonly Shown[]) => readonly Shown[];
}

/**
 * Adds a record, changes it as a colleague, and expects that a change and a removal of the first version, and another addition, are
 * refused with the colleague's name, and change nothing; likewise a change after its removal.
 */
export async function expectVersionGuard(
  server: Pick<TestServer, 'url' | 'environment'>,
  { set, remove, key, contents, list, filter = {}, recordsOf = (records) => records }: VersionedRecord,
): Promise<void> {
  const [admin, colleague] = [await signedIn(server, 'admin'), await signedIn(server, 'admin')];
  const { email } = colleague.operator;
  const [first, second, third] = contents;
  const stored = async (): Promise<Shown | undefined> => {
    const { body } = await admin.call(list, filter);
    return recordsOf(body.Records).find((record) =>
      Object.entries(key).every(([name, value]) => !(name in record) || record[name] === value),
    );
  };
  const change = async (client: OperatorClient, content: object, expected: unknown) =>
    await client.call(set, { ...key, ...content, ExpectedVersion: expected });

  expect(await change(admin, first, '')).toMatchObject({ status: 200 });
  const read = await stored();
  expect(await change(colleague, second, read?.Version)).toMatchObject({ status: 200 });
  const changed = await stored();
  expect(changed?.Version).not.toBe(read?.Version);
  const late = await change(admin, third, read?.Version);
  expect([late.status, late.body.Code, late.body.State]).toEqual([403, 'StateForbids', 'CHANGED']);
  expect(late.body.Reason).toContain(`was changed by ${email} on `);
  const isNew = await change(admin, third, '');
  expect([isNew.status, isNew.body.State]).toEqual([403, 'CHANGED']);
  expect(isNew.body.Reason).toContain(`exists already: it was set by ${email} on `);
  expect(await stored()).toEqual(changed);
  const lateRemoval = await admin.call(remove, { ...key, ExpectedVersion: read?.Version });
  expect([lateRemoval.status, lateRemoval.body.Code, lateRemoval.body.State]).toEqual([403, 'StateForbids', 'CHANGED']);
  expect(lateRemoval.body.Reason).toContain(`was changed by ${email} on `);
  expect(await stored()).toEqual(changed);
  expect((await colleague.call(remove, { ...key, ExpectedVersion: changed?.Version })).status).toBe(200);
  const afterRemoval = await change(admin, third, changed?.Version);
  expect([afterRemoval.status, afterRemoval.body.State]).toEqual([403, 'CHANGED']);
  expect(afterRemoval.body.Reason).toContain(`was removed by ${email} on `);
  expect(await stored()).toBeUndefined();
}

/** A removal of another version than the stored one is refused, and the record can be removed as it is. */
export async function expectStaleRemovalRefused(client: OperatorClient, remove: string, key: object): Promise<void> {
  const { status, body } = await client.call(remove, { ...key, ExpectedVersion: '0000000000000000' });
  expect([status, body.State]).toEqual([403, 'CHANGED']);
  expect((await client.call(remove, key)).status).toBe(200);
}
