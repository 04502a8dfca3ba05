/**
 * The state of the counting station, without its page. Counts are blind: it knows what was scanned, and no expected quantity. Steps run in order and are repeated
 * under their id until the server has replied. Counted lines survive a reload.
 */
import type { Call, ReplyOf } from '../../api/operation-types.ts';
import { callMs, openStepQueue, type QueueState } from '../pack/step-queue.ts';

type FoundItem = ReplyOf<'/api/Counts/Find'>['Items'][number];

export interface CountedLine extends FoundItem {
  readonly count: number;
}

export type CountAction =
  | { readonly kind: 'scan'; readonly code: string }
  /** Begins to count the units in no bin of the items that are to be counted there. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'finish' }
  | { readonly kind: 'leave' };

type Step = CountAction & { readonly id: string };

export interface CountState extends QueueState {
  readonly verdict: 'ready' | 'right' | 'wrong' | 'done';
  readonly message: string;
  /** The location that is being counted; '' for units in no bin; undefined while none is. */
  readonly place: string | undefined;
  /** The counted lines, the last one first. */
  readonly lines: readonly CountedLine[];
}

/** The state that survives a reload. */
export interface KeptCount {
  readonly place?: string | undefined;
  readonly lines?: readonly CountedLine[];
  readonly steps: readonly Step[];
}

export interface CountPorts {
  readonly call: Call;
  pause(): Promise<void>;
  newId(): string;
  keep(kept: KeptCount): void;
  onVerdict?(verdict: CountState['verdict']): void;
}

export interface CountStation {
  state(): CountState;
  subscribe(listener: () => void): () => void;
  act(action: CountAction): void;
  close(): void;
}

const start: CountState = { place: undefined, lines: [], verdict: 'ready', message: '', waiting: 0, trouble: '' };

export const nameOf = ({ Description, ItemNo }: { readonly Description: string; readonly ItemNo: string }): string =>
  Description === '' ? ItemNo : Description;

const placeName = (place: string): string => (place === '' ? 'outside bins' : `in ${place}`);

const isSame = (a: FoundItem, b: FoundItem): boolean =>
  a.CustomerNo === b.CustomerNo && a.ItemNo === b.ItemNo && a.InventoryStatus === b.InventoryStatus;

export function openCountStation(warehouse: string, ports: CountPorts, kept: KeptCount = { steps: [] }): CountStation {
  const say = (verdict: CountState['verdict'], message: string, change: Partial<CountState> = {}): void => {
    queue.set({ ...change, verdict, message });
    ports.onVerdict?.(verdict);
  };

  /** The lines before each step, for undo. After a reload, undo removes whole lines. */
  let earlier: (readonly CountedLine[])[] = [];

  const count = (line: FoundItem, units: number): void => {
    const { lines } = queue.state();
    earlier.push(lines);
    const counted = { ...line, count: units };
    say('right', `${units} × ${nameOf(line)}`, { lines: [counted, ...lines.filter((each) => !isSame(each, line))] });
  };

  const scan = async (code: string): Promise<void> => {
    const { place, lines } = queue.state();
    const [last] = lines;
    if (place !== undefined && last !== undefined && /^\d{1,4}$/.test(code)) return count(last, Number(code));
    const signal = AbortSignal.timeout(callMs);
    const found = await ports.call('/api/Counts/Find', { Warehouse: warehouse, Code: code }, signal);
    const { Location, Items } = found;
    if (place === undefined) {
      if (Location === undefined) return say('wrong', `${code} is no bin here. Scan the bin that you count.`);
      return say('right', `Scan all that lies in ${Location}.`, { place: Location });
    }
    if (Location === place) return say('right', `This is ${place}. Scan all that lies in it.`);
    if (Location !== undefined) return say('wrong', `That is ${Location}. End ${placeName(place)} first (F2), or Esc.`);
    const [only] = Items;
    if (only === undefined) return say('wrong', `${code} is no item here: put it aside and ask a lead.`);
    const known = Items.length === 1 ? only : Items.find((item) => last !== undefined && isSame(item, last));
    if (known === undefined) {
      return say('wrong', `${Items.length} items have this code here: scan or type the item number.`);
    }
    const before = lines.find((line) => isSame(line, known))?.count ?? 0;
    return count(known, before + known.Units);
  };

  const finish = async (id: string): Promise<void> => {
    const { place, lines } = queue.state();
    if (place === undefined) return;
    const found = lines.map(({ CustomerNo, ItemNo, InventoryStatus, count: Quantity }) => ({
      ...{ CustomerNo, ItemNo, InventoryStatus, Quantity },
    }));
    const sheet = { SheetId: id, Warehouse: warehouse, Location: place, Lines: found };
    const { Lines } = await ports.call('/api/Counts/Record', sheet, AbortSignal.timeout(callMs));
    const again = Lines.filter(({ State }) => State === 'recount').map(({ ItemNo }) => ItemNo);
    const recount = again.length === 0 ? '' : ` Another person counts ${again.join(', ')} again.`;
    earlier = [];
    const kept = Lines.filter(({ State }) => State === 'waiting').map(({ ItemNo }) => ItemNo);
    const waiting =
      kept.length === 0
        ? ''
        : ` ${kept.join(', ')}: not recorded, the earlier count stays until a lead approves or cancels it.`;
    say(kept.length === 0 ? 'done' : 'wrong', `Counted ${placeName(place)}.${recount}${waiting}`, {
      place: undefined,
      lines: [],
    });
  };

  const undo = () => {
    const { lines } = queue.state();
    const [last] = lines;
    if (last === undefined) return say('wrong', 'Nothing is counted yet.');
    const before = earlier.pop() ?? lines.slice(1);
    const rest = before.find((line) => isSame(line, last))?.count ?? 0;
    const message =
      rest === 0 ? `${nameOf(last)} is not counted any more.` : `${rest} × ${nameOf(last)}: the last step is undone.`;
    return say('right', message, { lines: before });
  };

  const run = async (step: Step): Promise<void> => {
    if (step.kind === 'scan') return await scan(step.code.trim());
    if (step.kind === 'finish') return await finish(step.id);
    if (step.kind === 'undo') return undo();
    earlier = [];
    if (step.kind === 'outside') return say('right', 'Scan what stands in no bin.', { place: '', lines: [] });
    return queue.set({ ...start });
  };

  const queue = openStepQueue<CountState, Step>(
    {
      ...start,
      place: kept.place,
      lines: kept.lines ?? [],
      ...(kept.place !== undefined && { verdict: 'right' as const }),
    },
    kept.steps,
    {
      run,
      refuse: (_, error) => say('wrong', error.message),
      pause: () => ports.pause(),
      keep: (steps) => {
        const { place, lines } = queue.state();
        ports.keep({ ...(place === undefined ? {} : { place }), lines, steps });
      },
    },
  );
  queue.run();
  return {
    state: queue.state,
    subscribe: queue.subscribe,
    act: (action) => queue.add({ ...action, id: ports.newId() }),
    close: queue.close,
  };
}
