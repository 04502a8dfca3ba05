/** The packing station without its page: every scan is counted once and in order, whatever the network does. */
import { expect, test } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import type { PackingSession } from '../../portal/pages/pack/packing-session.ts';
import {
  createPackingStationController,
  type PackingPorts,
  type PackingStationController,
  type SavedPackingState,
} from '../../portal/pages/pack/packing-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shortPause } from './short-pause.ts';

const lost = () => new ApiError(0, {});
const refusal = (Code: string, Reason: string, more: object = {}) => new ApiError(403, { Code, Reason, ...more });

const session = (change: Partial<PackingSession> = {}) =>
  ({
    Session: 'W1.O1.1',
    CustomerNo: 'W1',
    TransactionReferenceNumber: 'O1',
    OrderNo: 'CLB1',
    State: 'packing',
    Lines: [],
    Boxes: [],
    Missing: 9,
    Next: 'scan',
    Message: '',
    ...change,
  }) as unknown as PackingSession;

/** A station whose server is a function of path and request. */
function station(
  answer: (path: string, request: Record<string, unknown>) => object | Promise<object>,
  kept?: SavedPackingState,
  load?: () => Promise<void>,
) {
  const stored: { kept: SavedPackingState } = { kept: kept ?? { steps: [] } };
  const seen: string[] = [];
  const ports: PackingPorts = {
    call: async (path, request) => (await answer(path.replace('/api/Floor/', ''), { ...request })) as never,
    pause: shortPause(),
    newId: uuidv7,
    keep: (now) => {
      stored.kept = now;
    },
    onVerdict: (verdict) => seen.push(verdict),
    loadLabels: async () => {
      await load?.();
      return () => seen.push('print');
    },
  };
  const opened = createPackingStationController(ports, kept);
  return { ...opened, seen, stored };
}

const settled = (opened: Pick<PackingStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

test('2,000 scans while replies are late or lost are counted once each, in their order', async () => {
  const counted = new Map<unknown, unknown>();
  let random = 7;
  const chance = () => {
    random = (random * 48_271) % 2_147_483_647;
    return random / 2_147_483_647;
  };
  const opened = station(async (path, { ScanId, Code }) => {
    for (let turns = Math.floor(chance() * 4); turns > 0; turns -= 1) await Promise.resolve();
    if (path === 'OpenPacking') return session();
    if (chance() < 0.1) throw lost();
    if (!counted.has(ScanId)) counted.set(ScanId, Code);
    if (chance() < 0.1) throw chance() < 0.5 ? lost() : new ApiError(503, {});
    return session({ Verdict: 'right', Message: String(Code) });
  });
  opened.act({ kind: 'scan', code: 'CLB1' });
  const codes = Array.from({ length: 2_000 }, (_, nth) => `code ${nth}`);
  for (const code of codes) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect([...counted.values()]).toEqual(codes);
  expect(opened.state()).toMatchObject({ message: 'code 1999', trouble: '' });
});

test('a page that ends with scans on the way leaves them to the next one, under their ids', async () => {
  const counted: unknown[] = [];
  const first = station((path, { ScanId }) => {
    if (path === 'OpenPacking') return session();
    counted.push(ScanId);
    return new Promise(() => undefined);
  });
  first.act({ kind: 'scan', code: 'CLB1' });
  first.act({ kind: 'scan', code: 'A' });
  first.act({ kind: 'undo' });
  await expect.poll(() => counted.length).toBe(1);
  first.close();
  const asked: unknown[] = [];
  const next = station((path, request) => {
    asked.push([path, request.Scan ?? request.ScanId]);
    return session();
  }, first.stored.kept);
  await settled(next);
  const [, undo] = first.stored.kept.steps;
  expect(asked).toEqual([
    ['OpenPacking', 'O1'],
    ['ScanBottle', counted[0]],
    ['Undo', undo?.id],
  ]);
});

test('scans after another person has signed in wait until the person is back', async () => {
  let isBack = false;
  const counted: unknown[] = [];
  const answer = (path: string, { Code }: Record<string, unknown>) => {
    if (!isBack) throw refusal('OperatorChanged', 'Another person has signed in.');
    if (path === 'ScanBottle') counted.push(Code);
    return session();
  };
  const first = station(answer, { order: { customerNo: 'W1', reference: 'O1' }, steps: [] });
  first.act({ kind: 'scan', code: 'A' });
  first.act({ kind: 'scan', code: 'B' });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(first.seen).toEqual([]);
  first.close();
  isBack = true;
  const second = station(answer, first.stored.kept);
  await settled(second);
  expect(counted).toEqual(['A', 'B']);
});

test('scans after a shared station was idle are sent when the person is back, on the same page', async () => {
  let refused = 0;
  const counted: unknown[] = [];
  const answer = (path: string, { Code }: Record<string, unknown>) => {
    if (refused < 2) {
      refused += 1;
      throw refusal('PersonRequired', 'No person is identified.');
    }
    if (path === 'ScanBottle') counted.push(Code);
    return session();
  };
  const opened = station(answer, { order: { customerNo: 'W1', reference: 'O1' }, steps: [] });
  opened.act({ kind: 'scan', code: 'A' });
  opened.act({ kind: 'scan', code: 'B' });
  await settled(opened);
  expect(counted).toEqual(['A', 'B']);
});

test('the weight is taken once, and the label is printed once, when the reply of the purchase is lost', async () => {
  const asked: string[] = [];
  const opened = station((path) => {
    asked.push(path);
    if (path === 'FinishBox') return session({ Next: 'buy labels' });
    if (path === 'BuyLabels' && asked.filter((each) => each === path).length === 1) throw lost();
    return path === 'BuyLabels' ? session({ State: 'labeled', Next: 'stage' }) : session();
  });
  opened.act({ kind: 'scan', code: 'CLB1' });
  const measures = { WeightLb: 7.4, LengthIn: 16, WidthIn: 10, HeightIn: 6 };
  opened.act({ kind: 'finish', box: 1, measures });
  await settled(opened);
  expect(asked).toEqual(['OpenPacking', 'FinishBox', 'BuyLabels', 'BuyLabels']);
  expect(opened.seen).toEqual(['right', 'done', 'print']);
});

test('labels whose document has no connection are printed when there is one, also by the next page', async () => {
  const labeled = () => session({ State: 'labeled', Next: 'stage' });
  const first = station(labeled, { order: { customerNo: 'W1', reference: 'O1' }, steps: [] }, async () => {
    first.close();
    throw lost();
  });
  first.act({ kind: 'labels' });
  await expect.poll(() => first.state().trouble).not.toBe('');
  let attempts = 0;
  const next = station(labeled, first.stored.kept, async () => {
    if (attempts++ === 0) throw lost();
  });
  await settled(next);
  expect([...first.seen, ...next.seen].filter((each) => each === 'print')).toEqual(['print']);
  expect(next.state()).toMatchObject({ verdict: 'done', trouble: '' });
});

test('a page that is left while the labels are loaded prints nothing; the next one prints, once', async () => {
  const labeled = () => session({ State: 'labeled', Next: 'stage' });
  const loading = Promise.withResolvers<void>();
  let isLoading = false;
  const first = station(labeled, { order: { customerNo: 'W1', reference: 'O1' }, steps: [] }, async () => {
    isLoading = true;
    await loading.promise;
  });
  first.act({ kind: 'labels' });
  await expect.poll(() => isLoading).toBe(true);
  first.close();
  loading.resolve();
  const next = station(labeled, first.stored.kept);
  await settled(next);
  expect([...first.seen, ...next.seen].filter((each) => each === 'print')).toEqual(['print']);
});

test('a page that is left before the reply to a scan is silent; the next one reports it, once', async () => {
  const replies = Promise.withResolvers<void>();
  let isSent = false;
  const answer = async (path: string) => {
    if (path === 'OpenPacking') return session();
    isSent = true;
    await replies.promise;
    throw refusal('StateForbids', 'Bottle A is not of this order.');
  };
  const first = station(answer, { order: { customerNo: 'W1', reference: 'O1' }, steps: [] });
  first.act({ kind: 'scan', code: 'A' });
  await expect.poll(() => isSent).toBe(true);
  first.close();
  replies.resolve();
  const next = station(answer, first.stored.kept);
  await settled(next);
  expect([first.seen, next.seen]).toEqual([['right'], ['right', 'wrong']]);
});

test('labels that the server cannot print do not keep the person: the band says what to do', async () => {
  const opened = station(
    () => session({ State: 'labeled', Next: 'stage' }),
    undefined,
    () => Promise.reject(new ApiError(503, { Reason: 'It takes too long to draw.' })),
  );
  opened.act({ kind: 'open', scan: 'CLB1' });
  opened.act({ kind: 'labels' });
  await settled(opened);
  expect(opened.state().message).toBe('Order CLB1 was not printed. It takes too long to draw. F8 prints it again.');
});

test('the scan of a JIT label prints what it bought, and a scan of the order prints nothing', async () => {
  const opened = station(() => session({ OrderType: 'JIT', State: 'labeled', Next: 'stage' }));
  for (const code of ['JIT-W1-7K3M9QX2PA|CLB1', 'CLB1', 'jit-w1-7k3m9qx2pa']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.seen).toEqual(['right', 'print', 'right', 'right', 'print']);
});

test('an order that another person took is offered, and what was scanned meanwhile is refused', async () => {
  let owner = 'me';
  const reason = 'ben is working on order CLB1. Take it over, or choose another one.';
  const opened = station((path, { TakeOver }) => {
    if (TakeOver === true) owner = 'me';
    if (owner !== 'me') throw refusal('StateForbids', reason, { State: 'PACKING' });
    return session({ Message: path });
  });
  opened.act({ kind: 'scan', code: 'CLB1' });
  await settled(opened);
  owner = 'ben';
  opened.act({ kind: 'scan', code: 'A' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: reason, offer: { kind: 'take over', scan: 'O1' } });
  opened.act({ kind: 'open', scan: 'O1', customerNo: 'W1', takesOver: true });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', offer: undefined });
});

test('an order that another person has is offered while the order before waits to be staged, which is no longer shown', async () => {
  const opened = station((_path, { Scan }) => {
    if (Scan === 'CLB2') throw refusal('StateForbids', 'ben is working on order CLB2.', { State: 'PACKING' });
    return session({ State: 'labeled', Next: 'stage' });
  });
  opened.act({ kind: 'scan', code: 'CLB1' });
  opened.act({ kind: 'scan', code: 'CLB2' });
  await settled(opened);
  const offer = { kind: 'take over', scan: 'CLB2' };
  expect(opened.state()).toMatchObject({ verdict: 'wrong', offer, session: undefined });
});

test('after the label of an order that a colleague has, the order that waits for its label stays open', async () => {
  const opened = station((_path, { Scan }) => {
    if (Scan === '794612345672') throw refusal('StateForbids', 'ben is working on order CLB2.', { State: 'PACKING' });
    return session({ OrderNo: 'CLB1', State: 'labeled', Next: 'stage' });
  });
  for (const code of ['CLB1', '794612345672']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    offer: undefined,
    session: { OrderNo: 'CLB1' },
    message: 'This is not the label of order CLB1. ben is working on order CLB2.',
  });
});

test('after a parcel that is not on the floor, the order that waits for its label stays open', async () => {
  const opened = station((_path, { Scan }) => {
    if (Scan === '1Z999') throw refusal('NotFound', '"1Z999" is not on the floor.');
    return session({ OrderNo: 'CLB1', State: 'labeled', Next: 'stage' });
  });
  for (const code of ['CLB1', '1Z999']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    offer: undefined,
    session: { OrderNo: 'CLB1' },
    message: 'This is not the label of order CLB1. "1Z999" is not on the floor.',
  });
});

test('an input that is refused at the station shows so in the band', async () => {
  const opened = station(() => session({}));
  opened.act({ kind: 'scan', code: 'CLB1' });
  await settled(opened);
  opened.refuse('A weight is from 0.1 to 150 lb, as 7.4.');
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'A weight is from 0.1 to 150 lb, as 7.4.' });
});

test('a number of several wineries offers them, and an order that has departed offers nothing', async () => {
  const opened = station((_path, { Scan }) => {
    if (Scan === 'GONE') throw refusal('StateForbids', 'Order GONE has departed.', { State: 'DEPARTED' });
    const Errors = [{ Field: 'CustomerNo', Message: 'must be one of W1, W2' }];
    throw new ApiError(400, { Code: 'ValidationFailed', Reason: 'Several orders', Errors });
  });
  opened.act({ kind: 'scan', code: 'SAME' });
  await settled(opened);
  expect(opened.state().offer).toEqual({ kind: 'choose', scan: 'SAME', names: 'customerNo', choices: ['W1', 'W2'] });
  opened.act({ kind: 'scan', code: 'GONE' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ message: 'Order GONE has departed.', offer: undefined });
});

test('a tote of several warehouses offers them', async () => {
  const opened = station((_path, { Warehouse }) => {
    if (Warehouse === 'TWL01') return session({ Message: 'Opened.' });
    const Errors = [{ Field: 'Warehouse', Message: 'must be one of APC01, TWL01' }];
    throw new ApiError(400, { Code: 'ValidationFailed', Reason: 'Several totes', Errors });
  });
  opened.act({ kind: 'scan', code: 'T-1' });
  await settled(opened);
  expect(opened.state().offer).toEqual({
    kind: 'choose',
    scan: 'T-1',
    names: 'warehouse',
    choices: ['APC01', 'TWL01'],
  });
  opened.act({ kind: 'open', scan: 'T-1', warehouse: 'TWL01' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', offer: undefined });
});

test.each([
  ['a label of USPS', '9400100000000000000000', '420970629400100000000000000000'],
  ['a label of FedEx', '794612345678', '9622001900000123456700794612345678'],
  ['a bare tracking number', '794612345678', '794612345678'],
])('%s stages its box', async (_, TrackingNumber, code) => {
  const asked: unknown[] = [];
  const opened = station((path, { Scan, TrackingNumber: scanned }) => {
    asked.push([path, Scan ?? scanned]);
    if (path === 'Stage') return { Order: { State: 'staged' }, Message: 'The box is staged.' };
    const isStaged = asked.length > 1;
    const Boxes = [{ Box: 1, TrackingNumber }] as unknown as PackingSession['Boxes'];
    return session({ State: isStaged ? 'staged' : 'labeled', Next: isStaged ? 'none' : 'stage', Boxes });
  });
  opened.act({ kind: 'scan', code: 'CLB1' });
  opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(asked).toEqual([
    ['OpenPacking', 'CLB1'],
    ['Stage', code],
    ['OpenPacking', 'O1'],
  ]);
  expect(opened.state()).toMatchObject({ verdict: 'done', message: 'The box is staged.' });
});

test('the label of another order on the box of one that waits for its label is refused, and the order stays open', async () => {
  const orderOf = (nth: number) => {
    const Boxes = [{ Box: 1, TrackingNumber: `79461234567${nth}` }] as unknown as PackingSession['Boxes'];
    const names = { TransactionReferenceNumber: `O${nth}`, OrderNo: `CLB${nth}` };
    return session({ ...names, State: 'labeled', Next: 'stage', Boxes });
  };
  const asked: string[] = [];
  const opened = station((path, { Scan }) => {
    asked.push(path);
    return orderOf(String(Scan).endsWith('2') ? 2 : 1);
  });
  for (const code of ['CLB1', '794612345672', '794612345672']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    message:
      'This is the label of order CLB2. Stick that of order CLB1 on its box and scan it, or put CLB1 aside first.',
    session: { OrderNo: 'CLB1' },
  });
  expect([asked, opened.stored.kept.order?.reference]).toEqual([Array(3).fill('OpenPacking'), 'O1']);
  opened.act({ kind: 'leave' });
  opened.act({ kind: 'scan', code: '794612345672' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', session: { OrderNo: 'CLB2' } });
});

test('the number of an order without labels opens it while another one waits for its label', async () => {
  const waiting = { State: 'labeled', Next: 'stage' } as const;
  const boxesOf = (TrackingNumber: string) => [{ Box: 1, TrackingNumber }] as unknown as PackingSession['Boxes'];
  const opened = station((_, { Scan }) =>
    Scan === 'CLB1'
      ? session({ ...waiting, Boxes: boxesOf('794612345671') })
      : session({ TransactionReferenceNumber: 'O2', OrderNo: 'CLB2', Boxes: boxesOf('') }),
  );
  for (const code of ['CLB1', 'CLB2']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', session: { OrderNo: 'CLB2' } });
});

test('a label that the order has got meanwhile opens it again', async () => {
  const numbers = ['794612345671', '794612345679'];
  const opened = station((_path, { Scan }) => {
    const Boxes = [{ Box: 1, TrackingNumber: numbers[Scan === 'CLB1' ? 0 : 1] }] as unknown as PackingSession['Boxes'];
    return session({ State: 'labeled', Next: 'stage', Boxes });
  });
  for (const code of ['CLB1', '794612345679']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', session: { Boxes: [{ TrackingNumber: '794612345679' }] } });
});

test.each(['FinishBox', 'BuyLabels'])(
  'a page that is left during %s prints nothing; the next one prints, once',
  async (left) => {
    const replies = new Map<string, () => void>();
    const answer = (path: string) =>
      path === 'FinishBox'
        ? session({ Next: 'buy labels' })
        : path === 'BuyLabels'
          ? session({ State: 'labeled', Next: 'stage' })
          : session({ Next: 'finish box' });
    const first = station(async (path) => {
      if (path === left) await new Promise<void>((reply) => replies.set(path, reply));
      return answer(path);
    });
    first.act({ kind: 'scan', code: 'CLB1' });
    first.act({ kind: 'finish', box: 1, measures: { WeightLb: 7.4, Shipper: 'S1' } });
    await expect.poll(() => replies.size).toBe(1);
    first.close();
    const next = station(answer, first.stored.kept);
    await settled(next);
    const { kept } = first.stored;
    replies.get(left)?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([first.seen, next.seen.filter((each) => each === 'print')]).toEqual([['right'], ['print']]);
    expect(first.stored.kept).toBe(kept);
  },
);

test('an order of the page before that has departed since is no fault: the station is ready, and forgets it', async () => {
  const kept = { order: { customerNo: 'W1', reference: 'O1' }, steps: [] };
  const opened = station(() => {
    throw refusal('StateForbids', 'Order CLB1 has departed.', { State: 'DEPARTED' });
  }, kept);
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'ready', message: '', session: undefined });
  expect([opened.seen, opened.stored.kept.order]).toEqual([[], undefined]);
});

test('damaged bottles are reported under one id until the server has answered', async () => {
  const asked: unknown[] = [];
  const opened = station((path, request) => {
    if (path === 'OpenPacking') return session();
    asked.push([path, request]);
    if (asked.length === 1) throw lost();
    return session({ Verdict: 'right', Message: 'Take 1 × A and scan it.' });
  });
  opened.act({ kind: 'scan', code: 'CLB1' });
  opened.act({ kind: 'damage', damage: { itemNo: 'A', quantity: 1, isPacked: true, reason: 'BROKEN', note: '' } });
  await settled(opened);
  const report = { Session: 'W1.O1.1', ItemNo: 'A', Quantity: 1, IsPacked: true, ReasonCode: 'BROKEN' };
  expect(asked).toEqual(Array.from({ length: 2 }, () => ['ReportDamage', { ...report, ScanId: expect.any(String) }]));
  expect(asked[1]).toEqual(asked[0]);
  expect(opened.state().message).toBe('Take 1 × A and scan it.');
});

test('the scan that opened an order is no wrong bottle when the scanner reads it twice, and one of another order is', async () => {
  const opened = station((path, { Scan, Code }) => {
    if (path === 'OpenPacking') return session({ OrderNo: String(Scan).toUpperCase() });
    return Code === 'PIN'
      ? session({ Verdict: 'right', Message: 'PIN. 8 left.' })
      : session({ Verdict: 'wrong', Message: 'This is not in the order.' });
  });
  opened.act({ kind: 'scan', code: 'clb1' });
  opened.act({ kind: 'scan', code: 'CLB1' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', message: 'Order CLB1. Scan its bottles.' });
  for (const code of ['PIN', 'CLB2']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'This is not in the order.' });
  opened.act({ kind: 'open', scan: 'CLB2', takesOver: true });
  opened.act({ kind: 'scan', code: 'CLB1' });
  await settled(opened);
  expect(opened.seen).toEqual(['right', 'right', 'right', 'wrong', 'right', 'wrong']);
});

test('printing again says that it is done, and again after the connection is back', async () => {
  let prints = 0;
  const opened = station(
    () => session({ State: 'labeled', Next: 'stage' }),
    undefined,
    async () => {
      prints += 1;
      if (prints === 1) throw lost();
      if (prints === 3) throw new ApiError(503, { Reason: 'The documents are away.' });
    },
  );
  opened.act({ kind: 'scan', code: 'CLB1' });
  opened.act({ kind: 'print' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', message: 'Order CLB1 is printed again.' });
  expect(prints).toBe(2);
  opened.act({ kind: 'print' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: expect.stringContaining('F8 prints it again') });
});

test('the label of a box that the scanner reads twice says twice that the box is staged', async () => {
  const Boxes = [{ Box: 1, TrackingNumber: '1Z1', Items: [] }] as never;
  let isStaged = false;
  const opened = station((path) => {
    if (path === 'OpenPacking')
      return session({ State: 'labeled', Next: isStaged ? 'none' : 'stage', Boxes, Message: '' });
    isStaged = true;
    return { Order: { State: 'staged' }, Message: 'Box 1 of order CLB1: 1 of 1 staged.' };
  });
  for (const code of ['CLB1', '1Z1', '1z1']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.seen).toEqual(['right', 'done', 'done']);
  expect(opened.state().message).toBe('Box 1 of order CLB1: 1 of 1 staged.');
});

test('a box for the driver is right, one that has left already is wrong, and both close the order', async () => {
  const Boxes = [{ Box: 1, TrackingNumber: '1Z1', Items: [] }] as never;
  for (const [Verdict, shown] of [
    ['right', 'right'],
    ['wrong', 'wrong'],
    // Of a server of the version before.
    [undefined, 'wrong'],
  ] as const) {
    const opened = station((path) =>
      path === 'Stage'
        ? { Order: { State: 'departed' }, Verdict, Message: 'What to do.' }
        : session({ State: 'labeled', Next: 'stage', Boxes }),
    );
    for (const code of ['CLB1', '1Z1']) opened.act({ kind: 'scan', code });
    await settled(opened);
    expect(opened.state()).toMatchObject({ verdict: shown, message: 'What to do.', session: undefined });
  }
});
