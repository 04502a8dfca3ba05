/** The returns station without its page: the meaning of a scan is that of its turn. */
import { expect, test } from 'vitest';
import { dispositionChoicesFor } from '../../portal/pages/returns-station/disposition-choices.ts';
import {
  createReturnsStationController,
  type ReturnsState,
  type ReturnsStationController,
  type StationReturn,
} from '../../portal/pages/returns-station/returns-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';

const found = (Status: string, change: Partial<StationReturn> = {}) =>
  ({
    ...{ CustomerNo: 'W1', TransactionReferenceNumber: 'T1', RMANumber: 'RMA-1', Warehouse: 'APC01', Status },
    ...{ Lines: [], Found: [], Findings: [], Differences: [], Photos: [], Message: '', ...change },
  }) as unknown as StationReturn;

function station(reply: (path: string, request: Record<string, unknown>) => object) {
  const heard: ReturnsState['verdict'][] = [];
  const ports = {
    call: async (path: string, request: object) => reply(path.replace('/api/Returns/', ''), { ...request }) as never,
    pause: () => Promise.resolve(),
    newId: uuidv7,
    keep: () => undefined,
    onVerdict: (verdict: ReturnsState['verdict']) => heard.push(verdict),
  };
  return { ...createReturnsStationController(ports), heard };
}

const settled = (opened: Pick<ReturnsStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

const scan = (code: string) => ({ kind: 'scan', warehouse: 'APC01', code, condition: 'RTGD-NO-TX' }) as const;

test('a bottle that is scanned before its return is open is counted, and the next package after the end is opened', async () => {
  const asked: unknown[] = [];
  const opened = station((path, { Scan, Code }) => {
    asked.push([path, Scan ?? Code].filter((part) => part !== undefined));
    if (path === 'Find') return { Return: found('RECEIVED', { Message: `${Scan}` }), Matches: [] };
    if (path === 'Inspected') return found('CLOSED');
    return found('INSPECTING', { Verdict: 'right' });
  });
  for (const action of [scan('1Z1'), scan('WINE-1'), { kind: 'finish' } as const, scan('1Z2')]) opened.act(action);
  await settled(opened);
  expect(asked).toEqual([['Find', '1Z1'], ['Scan', 'WINE-1'], ['Inspected'], ['Find', '1Z2']]);
  expect(opened.state().found).toMatchObject({ Status: 'RECEIVED', Message: '1Z2' });
});

test('what is scanned before the bottles of a return are decided is refused, and the return stays open', async () => {
  const undecided = { Line: 1, Finding: 1, ItemNo: 'WINE-1', Quantity: 1, Disposition: '' };
  const Findings = [undecided] as unknown as StationReturn['Findings'];
  const opened = station(() => ({ Return: found('AWAITING DISPOSITION', { Findings }), Matches: [] }));
  opened.act(scan('RMA-1'));
  opened.act(scan('1Z2'));
  await settled(opened);
  expect(opened.heard).toEqual(['right', 'wrong']);
  expect(opened.state()).toMatchObject({ found: { RMANumber: 'RMA-1' }, verdict: 'wrong' });
  expect(opened.state().message).toContain('Decide first');
});

test('bottles are put back for sale by a key unless their status is a damaged one, whatever its code', () => {
  const statuses = [
    { InventoryStatus: 'BROKEN-01', Damaged: true },
    { InventoryStatus: 'ADMIRED-01', Damaged: false },
  ];
  const keysOf = (InventoryStatus: string) =>
    dispositionChoicesFor({ Line: 1, Finding: 1, InventoryStatus } as never, 'GOOD-NO-TX', statuses).map(
      ({ key }) => key,
    );
  expect(keysOf('BROKEN-01')).not.toContain('2');
  expect(keysOf('ADMIRED-01')).toContain('2');
  expect(keysOf('UNKNOWN-01')).not.toContain('2');
});
