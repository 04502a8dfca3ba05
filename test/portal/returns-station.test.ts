/** The returns station without its page: the meaning of a scan is that of its turn. */
import { expect, test } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import { dispositionChoicesFor } from '../../portal/pages/returns-station/disposition-choices.ts';
import {
  createReturnsStationController,
  decideNextReturn,
  type ReturnsState,
  type ReturnsStationController,
  type StationReturn,
} from '../../portal/pages/returns-station/returns-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shortPause } from './short-pause.ts';

const found = (Status: string, change: Partial<StationReturn> = {}) =>
  ({
    CustomerNo: 'W1',
    TransactionReferenceNumber: 'T1',
    RMANumber: 'RMA-1',
    Warehouse: 'APC01',
    Status,
    Lines: [],
    Found: [],
    Findings: [],
    Differences: [],
    Photos: [],
    Message: '',
    ...change,
  }) as unknown as StationReturn;

type Saved = NonNullable<Parameters<typeof createReturnsStationController>[1]>;

function station(
  reply: (path: string, request: Record<string, unknown>) => object,
  kept?: Saved,
  load: () => Promise<void> = async () => undefined,
) {
  const heard: (ReturnsState['verdict'] | 'printed')[] = [];
  const stored: { kept?: Saved } = {};
  const ports = {
    call: async (path: string, request: object) => reply(path.replace('/api/Returns/', ''), { ...request }) as never,
    pause: shortPause(),
    loadReshipment: async () => {
      await load();
      return () => heard.push('printed');
    },
    newId: uuidv7,
    keep: (now: Saved) => {
      stored.kept = now;
    },
    onVerdict: (verdict: ReturnsState['verdict']) => heard.push(verdict),
  };
  return { ...createReturnsStationController(ports, kept), heard, stored };
}

const settled = (opened: Pick<ReturnsStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

const scan = (code: string) => ({ kind: 'scan', warehouse: 'APC01', code }) as const;

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

test('the condition of the next bottles survives a reload, and ends with its return', async () => {
  const asked: unknown[] = [];
  const reply = (path: string, { Scan, Code, InventoryStatusCode }: Record<string, unknown>) => {
    if (path === 'Scan') asked.push([Code, InventoryStatusCode]);
    if (path === 'Find') return { Return: found('RECEIVED', { RMANumber: `${Scan}` }), Matches: [] };
    return found(path === 'Inspected' ? 'CLOSED' : 'INSPECTING');
  };
  const other = { kind: 'other condition' } as const;
  const first = station(reply);
  for (const action of [scan('RMA-1'), other, scan('A')]) first.act(action);
  await settled(first);
  first.close();
  const next = station(reply, first.stored.kept);
  await settled(next);
  expect(next.state().isDamaged).toBe(true);
  for (const action of [scan('B'), other, scan('C'), other, scan('D')]) next.act(action);
  // The bottle of the next package is scanned before the reply to the end of this one.
  for (const action of [{ kind: 'finish' } as const, scan('RMA-2'), scan('E')]) next.act(action);
  await settled(next);
  // Another return that is opened before this one ends begins with good bottles too.
  const opened = { kind: 'find', warehouse: 'APC01', scan: 'RMA-3' } as const;
  for (const action of [other, scan('F'), opened, scan('G')]) next.act(action);
  await settled(next);
  // A return that was left is not the open one any more, also when it is opened again.
  for (const action of [other, { kind: 'leave' } as const]) next.act(action);
  await settled(next);
  expect(next.stored.kept).toMatchObject({ current: undefined, isDamaged: false });
  for (const action of [opened, scan('H')]) next.act(action);
  await settled(next);
  const [good, damaged] = ['RTGD-NO-TX', 'RDMG-NO-TX'];
  expect(asked).toEqual([
    ['A', damaged],
    ['B', damaged],
    ['C', good],
    ['D', damaged],
    ['E', good],
    ['F', damaged],
    ['G', good],
    ['H', good],
  ]);
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

test('the label that opened a return is no unknown bottle when the scanner reads it twice', async () => {
  const opened = station((path, { Scan }) => {
    if (path === 'Find')
      return { Return: found('RECEIVED', { RMANumber: `${Scan}`, Message: 'Scan its bottles.' }), Matches: [] };
    if (path === 'Inspected') return found('CLOSED');
    return found('RECEIVED', {
      RMANumber: '1Z1',
      Verdict: 'unknown',
      Message: 'No bottle of this return has this code.',
    });
  });
  for (const code of ['1Z1', '1z1']) opened.act(scan(code));
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', message: 'Scan its bottles.' });
  opened.act(scan('1Z2'));
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'No bottle of this return has this code.' });
});

test('the band says in which condition the next bottles are scanned', async () => {
  const opened = station(() => ({ Return: found('RECEIVED'), Matches: [] }));
  opened.act(scan('1Z1'));
  opened.act({ kind: 'other condition' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', isDamaged: true, message: 'Scan the damaged bottles.' });
});

test('of several matches one is chosen by its number, but for a closed return', async () => {
  const asked: unknown[] = [];
  const opened = station((path, request) => {
    asked.push([path, request.Scan ?? request.TransactionReferenceNumber]);
    if (path === 'Announce') return found('RECEIVED', { RMANumber: 'RMA-2' });
    const closed = { Kind: 'return', RMANumber: 'RMA-1', Status: 'CLOSED' };
    return {
      Matches: [closed, { Kind: 'order', CustomerNo: 'W1', TransactionReferenceNumber: 'O2', Status: 'SHIPPED' }],
    };
  });
  for (const code of ['1Z1', '1', '2']) opened.act(scan(code));
  await settled(opened);
  expect(opened.heard).toEqual(['ready', 'wrong', 'right']);
  expect(asked).toEqual([
    ['Find', '1Z1'],
    ['Announce', 'O2'],
  ]);
  expect(opened.state()).toMatchObject({ matches: [], found: { RMANumber: 'RMA-2' } });
});

test('the label that led to a choice is no unknown bottle of the return that was chosen', async () => {
  const order = { Kind: 'order', CustomerNo: 'W1', TransactionReferenceNumber: 'O2', Status: 'SHIPPED' };
  const listed = { Kind: 'return', RMANumber: 'RMA-3', Status: 'RECEIVED' };
  const opened = station((path, { Scan }) => {
    if (path === 'Announce') return found('RECEIVED', { RMANumber: 'RMA-2', Message: 'Scan its bottles.' });
    if (path === 'Inspected') return found('CLOSED', { RMANumber: 'RMA-2' });
    if (path === 'Scan') return found('RECEIVED', { RMANumber: 'RMA-2', Verdict: 'unknown', Message: 'No bottle.' });
    return Scan === 'RMA-3'
      ? { Return: found('RECEIVED', { RMANumber: 'RMA-3', Message: 'Scan its bottles.' }), Matches: [] }
      : { Matches: [order, listed] };
  });
  for (const code of ['1Z1', '1', '1z1']) opened.act(scan(code));
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', message: 'Scan its bottles.' });
  opened.act({ kind: 'finish' });
  for (const code of ['1Z2', '2', '1Z2']) opened.act(scan(code));
  await settled(opened);
  expect(opened.heard).toEqual(['ready', 'right', 'right', 'done', 'ready', 'right', 'right']);
});

test('printing the label of a reshipment says that it is done, and why it is not', async () => {
  let prints = 0;
  const reshipment = {
    CustomerNo: 'W1',
    TransactionReferenceNumber: 'T1',
    RMANumber: 'RMA-1',
    ReshipReferenceNumber: 'RMA-1',
  };
  const opened = station(
    () => found('CLOSED'),
    undefined,
    async () => {
      prints += 1;
      if (prints === 1) throw new ApiError(0, {});
      if (prints === 3) throw new ApiError(503, { Reason: 'The documents are away.' });
      if (prints === 4) throw new ApiError(403, { Code: 'StateForbids', Reason: 'It is not packed yet.' });
    },
  );
  const says = async () => {
    opened.act({ kind: 'print', reshipment });
    await settled(opened);
    return [opened.state().verdict, opened.state().message];
  };
  expect(await says()).toEqual(['right', 'The label of the reshipment of RMA-1 is printed.']);
  expect(prints).toBe(2);
  expect(await says()).toEqual([
    'wrong',
    'The reshipment of RMA-1 was not printed. The documents are away. F9 prints it again.',
  ]);
  expect(await says()).toEqual([
    'wrong',
    'The reshipment of RMA-1 was not printed. It is not packed yet. F9 prints it again.',
  ]);
});

test('a page that is left while the label of a reshipment is loaded prints nothing; the next one prints, once', async () => {
  const names = {
    CustomerNo: 'W1',
    TransactionReferenceNumber: 'T1',
    RMANumber: 'RMA-1',
    ReshipReferenceNumber: 'RMA-1',
  };
  const loading = Promise.withResolvers<void>();
  let isLoading = false;
  const first = station(
    () => found('CLOSED'),
    undefined,
    async () => {
      isLoading = true;
      await loading.promise;
    },
  );
  first.act({ kind: 'print', reshipment: names });
  await expect.poll(() => isLoading).toBe(true);
  first.close();
  loading.resolve();
  const next = station(() => found('CLOSED'), first.stored.kept);
  await settled(next);
  expect([first.heard, next.heard]).toEqual([[], ['printed', 'right']]);
});

test('a scan between returns finds the next one, chooses among several, and waits for a decision', () => {
  const matches = [
    { RMANumber: 'R1', Status: 'CLOSED' },
    { RMANumber: 'R2', Status: 'EXPECTED' },
  ] as never;
  const undecided = { Status: 'AWAITING DISPOSITION', Findings: [{ Disposition: '' }] } as never;
  const decided = { Status: 'AWAITING DISPOSITION', Findings: [{ Disposition: 'RESTOCK' }] } as never;
  expect(decideNextReturn({ found: undefined, matches: [] }, '2')).toEqual({ kind: 'find' });
  expect(decideNextReturn({ found: decided, matches: [] }, '2')).toEqual({ kind: 'find' });
  expect(decideNextReturn({ found: undefined, matches }, '3')).toEqual({ kind: 'find' });
  expect(decideNextReturn({ found: undefined, matches }, '2')).toMatchObject({
    kind: 'choose',
    match: { RMANumber: 'R2' },
  });
  const closed = decideNextReturn({ found: undefined, matches }, '1');
  expect(closed).toEqual({ kind: 'say', outcome: ['wrong', 'R1 is closed. Choose another one.', { matches }] });
  const waits = decideNextReturn({ found: undecided, matches }, '2');
  expect(waits).toMatchObject({ kind: 'say', outcome: ['wrong', expect.stringContaining('Decide first')] });
});
