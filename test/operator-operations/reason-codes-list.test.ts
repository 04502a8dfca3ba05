/** ReasonCodes/List: the reasons of stock changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 lists the reason codes by code, to every role', async () => {
  const floor = await signedIn(server, 'floor');
  const { status, body } = await floor.call('ReasonCodes/List');
  const codes: string[] = body.Records.map(({ ReasonCode }: { ReasonCode: string }) => ReasonCode);
  expect([status, codes]).toEqual([200, codes.toSorted()]);
  expect(codes).toContain('COUNT');
  const missing = body.Records.filter(({ IsForMissing }: { IsForMissing: boolean }) => IsForMissing);
  expect(missing.map(({ ReasonCode }: { ReasonCode: string }) => ReasonCode)).toEqual([
    ...['BROKEN', 'DESTROYED', 'LOST', 'SAMPLE'],
  ]);
  const required = body.Records.filter(({ IsRequired }: { IsRequired: boolean }) => IsRequired);
  expect(required.map(({ ReasonCode }: { ReasonCode: string }) => ReasonCode)).toEqual([
    ...['COUNT', 'DAMAGED', 'OPENING', 'PRODUCTION', 'RECLASSIFIED', 'RESTORED', 'TRANSFER-OVER', 'TRANSFER-SHORT'],
  ]);
  expect(body.Records[0]).toEqual({
    ReasonCode: codes[0],
    UsedFor: expect.any(String),
    Direction: expect.stringMatching(/^(in|out|both)$/),
    Description: expect.any(String),
    IsForMissing: expect.any(Boolean),
    IsRequired: expect.any(Boolean),
    Version: expect.any(String),
  });
});
