/**
 * The state of the counting station, without its page. Counts are blind: it knows what was scanned, and no expected quantity.
 * Steps run in order and are repeated until the server has replied; a sheet is sent under the id of its step, so that it counts
 * once. Counted lines survive a reload.
 */

import type { ReplyOf } from '../../api/operation-types.ts';
import { formatCount } from '../../design/format.ts';
import {
  createStation,
  ready,
  type StationController,
  type StationPorts,
  type StationState,
  type StepOutcome,
} from '../../station/station.ts';
import { countHint, parseExplicitCount, parseTypedNumber } from '../../station/typed-count.ts';
import {
  choiceByNumber,
  choiceMessage,
  invalidChoiceMessage,
  isSameStockedItem,
  itemNameOf,
} from '../bins/scanned-items.ts';

type Found = ReplyOf<'/api/Counts/Find'>;
type FoundItem = Found['Items'][number];
type RecordedLine = ReplyOf<'/api/Counts/Record'>['Lines'][number];
/** An item that is to be counted outside bins. */
export type ItemOutside = ReplyOf<'/api/Counts/List'>['Places'][number]['Items'][number];

export interface CountedItem extends FoundItem {
  readonly count: number;
}

export type CountAction =
  | { readonly kind: 'scan'; readonly code: string }
  /**
   * Counts this one of several. `instead`: the one for which the scan was counted. It carries items, because the step before
   * may change what can be chosen.
   */
  | { readonly kind: 'choose'; readonly item: FoundItem; readonly instead?: FoundItem | undefined }
  /** Asks again which of several the last scan was. */
  | { readonly kind: 'ask' }
  /** Begins to count the units in no bin of these items. */
  | { readonly kind: 'outside'; readonly items: readonly ItemOutside[] }
  /** No unit of the item is outside bins. */
  | { readonly kind: 'none'; readonly item: ItemOutside }
  | { readonly kind: 'undo' }
  /** `recorded`: of the earlier parts of the sheet. */
  | { readonly kind: 'finish'; readonly recorded?: readonly RecordedLine[] }
  /**
   * Leaves the place. Asks first where something is counted, because it is lost then; after the steps before it, which may have
   * recorded the count.
   */
  | { readonly kind: 'leave' }
  /** The replies to that: drops what is counted, or goes on. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'stay' };

type StepAction = Exclude<CountAction, { readonly kind: 'stay' }>;
type Step = StepAction & { readonly id: string };

interface CountState extends StationState {
  /** The location that is being counted; '' for units in no bin; undefined while none is. */
  readonly place: string | undefined;
  /** The counted lines, the last one first. */
  readonly lines: readonly CountedItem[];
  /** The lines before each step, for undo. After a reload, undo removes whole lines. */
  readonly earlier: readonly (readonly CountedItem[])[];
  /** Items that are to be counted outside bins, while that is done. */
  readonly outside: readonly ItemOutside[];
  /** Several that the last scan names: a number that is typed is that of one. */
  readonly choices: readonly FoundItem[];
  /** Several that the last scan names; it was counted for the one of the last line. */
  readonly several: readonly FoundItem[];
  /** Whether the person is asked if the counted lines are to be dropped. */
  readonly isLeaving: boolean;
}

/** The state that survives a reload. */
export interface SavedCountState {
  readonly place?: string | undefined;
  readonly lines?: readonly CountedItem[];
  readonly outside?: readonly ItemOutside[];
  readonly steps: readonly Step[];
}

export type CountStationController = StationController<CountState, CountAction>;

const start: CountState = {
  ...ready,
  place: undefined,
  lines: [],
  earlier: [],
  outside: [],
  choices: [],
  several: [],
  isLeaving: false,
};

/** The most lines of one part of a sheet of what was counted outside bins. `Counts/Record` takes 1,000. */
const maxLines = 200;

const placeName = (place: string): string => (place === '' ? 'outside bins' : `in ${place}`);

/** The one of several that the last scan was counted for; it may be another, for which the person can ask. */
export const itemCountedByMistake = ({
  several,
  lines,
}: Pick<CountState, 'several' | 'lines'>): FoundItem | undefined =>
  several.find((item) => lines[0] !== undefined && isSameStockedItem(item, lines[0]));

/** Those that the person has not counted outside bins yet. */
export const itemsLeftToCountOutsideBins = ({
  outside,
  lines,
}: Pick<CountState, 'outside' | 'lines'>): readonly ItemOutside[] =>
  outside.filter((item) => !lines.some((line) => isSameStockedItem(line, item)));

/** Counts units of an item as the last line. */
function count(
  { lines, earlier }: CountState,
  item: FoundItem,
  units: number,
  others: readonly CountedItem[] = lines,
): StepOutcome<CountState> {
  const rest = others.filter((each) => !isSameStockedItem(each, item));
  const change = { lines: [{ ...item, count: units }, ...rest], earlier: [...earlier, lines] };
  return ['right', `${formatCount(units)} × ${itemNameOf(item)}`, change];
}

const countMore = (
  state: CountState,
  item: FoundItem,
  lines: readonly CountedItem[] = state.lines,
): StepOutcome<CountState> =>
  count(state, item, (lines.find((line) => isSameStockedItem(line, item))?.count ?? 0) + item.Units, lines);

function choose(state: CountState, item: FoundItem, instead: FoundItem | undefined): StepOutcome<CountState> {
  if (state.place === undefined) return ['wrong', 'Scan the bin that you count.'];
  if (instead === undefined) return countMore(state, item);
  const taken = state.lines.map((line) =>
    isSameStockedItem(line, instead) ? { ...line, count: line.count - instead.Units } : line,
  );
  const left = taken.filter((line) => line.count > 0 || !isSameStockedItem(line, instead));
  return countMore(state, item, left);
}

function undo({ lines, earlier }: CountState): StepOutcome<CountState> {
  const [last] = lines;
  if (last === undefined) return ['wrong', 'Nothing is counted yet.'];
  const before = earlier.at(-1) ?? lines.slice(1);
  const rest = before.find((line) => isSameStockedItem(line, last))?.count ?? 0;
  const message =
    rest === 0
      ? `${itemNameOf(last)} is not counted any more.`
      : `${rest} × ${itemNameOf(last)}: the last step is undone.`;
  return ['right', message, { lines: before, earlier: earlier.slice(0, -1) }];
}

/** What a scan means before the server is asked; undefined when it must be. */
function decideScanWithoutLookup(state: CountState, code: string): StepOutcome<CountState> | undefined {
  const { place, choices, several } = state;
  const [last] = state.lines;
  const chosen = choiceByNumber(choices, code);
  if (chosen === 'none') return ['wrong', invalidChoiceMessage(choices), { choices, several }];
  if (chosen !== undefined) return choose(state, chosen, itemCountedByMistake(state));
  const certain = parseExplicitCount(code);
  const isCount = place !== undefined && last !== undefined && certain !== undefined;
  return isCount ? count(state, last, certain) : undefined;
}

/** What a scan means once its code was looked up. */
function decideScan(state: CountState, code: string, { Location, IsForOthers, Items }: Found): StepOutcome<CountState> {
  const { place } = state;
  const [last] = state.lines;
  if (place === undefined) {
    if (Location === undefined) return ['wrong', `${code} is no bin here. Scan the bin that you count.`];
    if (IsForOthers)
      return ['wrong', `You have counted ${Location}. Another person counts it again: scan another bin.`];
    return ['right', `Scan all that lies in ${Location}.`, { place: Location }];
  }
  // A number is a count of the last item only if no bin and no item has it as its code.
  const units = last === undefined ? undefined : parseTypedNumber(code);
  const hint = units === undefined ? '' : ` ${countHint(code)}`;
  if (Location === place) return ['right', `This is ${place}. Scan all that lies in it.${hint}`];
  if (Location !== undefined)
    return ['wrong', `That is ${Location}. End the count ${placeName(place)} first (F2), or drop it (Esc).${hint}`];
  const [only] = Items;
  const same = Items.find((item) => last !== undefined && isSameStockedItem(item, last));
  if (last !== undefined && units !== undefined) {
    if (only === undefined) return count(state, last, units);
    if (same === undefined)
      return ['ready', `${code} is the code of another item. Choose it if you scanned it.${hint}`, { choices: Items }];
  }
  if (only === undefined) return ['wrong', `${code} is no item here: put it aside and ask a lead.`];
  if (Items.length === 1) return countMore(state, only);
  if (same === undefined) return ['ready', choiceMessage(Items), { choices: Items }];
  const [verdict, message, change] = countMore(state, same);
  const which = `${same.InventoryStatus} of ${same.CustomerNo}. Another one: F6.`;
  return [verdict, `${message}, ${which}`, { ...change, several: Items }];
}

export function createCountStationController(
  warehouse: string,
  ports: StationPorts<SavedCountState>,
  kept: SavedCountState = { steps: [] },
): CountStationController {
  const { state, set, say, call, begin, replaceFirst } = createStation<CountState, StepAction, SavedCountState>(
    ports,
    {
      ...start,
      place: kept.place,
      lines: kept.lines ?? [],
      outside: kept.outside ?? [],
      ...(kept.place !== undefined && { verdict: 'right' as const }),
    },
    kept.steps,
    { choices: [], several: [] },
  );

  const ask = (): void => {
    const { several } = state();
    if (several.length > 0) say('ready', choiceMessage(several), { choices: several, several });
  };

  const scan = async (code: string): Promise<void> => {
    const known = decideScanWithoutLookup(state(), code);
    if (known !== undefined) return say(...known);
    const found = await call('/api/Counts/Find', { Warehouse: warehouse, Code: code });
    say(...decideScan(state(), code, found));
  };

  /** Outside bins only the given items are counted, so a long sheet is recorded in parts, each under an id of its own. */
  const finish = async ({ id, recorded: before = [] }: Extract<Step, { kind: 'finish' }>): Promise<void> => {
    const { place, lines, outside, choices, several } = state();
    if (place === undefined) return;
    if (choices.length > 0) {
      const message = `Choose what you scanned before the count ends: type 1 to ${choices.length}.`;
      return say('wrong', message, { choices, several });
    }
    const part = place === '' ? lines.slice(-maxLines) : lines;
    const found = part.map(({ CustomerNo, ItemNo, InventoryStatus, count: Quantity }) => ({
      CustomerNo,
      ItemNo,
      InventoryStatus,
      Quantity,
    }));
    const sheet = { SheetId: id, Warehouse: warehouse, Location: place, Lines: found };
    const { Lines } = await call('/api/Counts/Record', sheet);
    const recorded = [...before, ...Lines];
    if (part.length < lines.length) {
      set({
        lines: lines.slice(0, -maxLines),
        outside: itemsLeftToCountOutsideBins({ outside, lines: part }),
        earlier: [],
      });
      const next = { kind: 'finish', id: ports.newId(), recorded } as const;
      replaceFirst(next);
      return await finish(next);
    }
    const named = (outcome: RecordedLine['State']): string =>
      recorded
        .filter(({ State }) => State === outcome)
        .map(({ ItemNo }) => ItemNo)
        .join(', ');
    const [again, kept] = [named('recount'), named('waiting')];
    const left = itemsLeftToCountOutsideBins({ outside, lines: part }).length;
    const message = [
      `Counted ${placeName(place)}.`,
      again !== '' && `Another person counts ${again} again.`,
      kept !== '' && `${kept}: not recorded, the earlier count stays until a lead approves or cancels it.`,
      left > 0 && `${left === 1 ? '1 item stays' : `${left} items stay`} to be counted there.`,
    ];
    const text = message.filter((sentence) => sentence !== false).join(' ');
    say(kept === '' ? 'done' : 'wrong', text, {
      place: undefined,
      lines: [],
      outside: [],
      earlier: [],
      isLeaving: false,
    });
  };

  const leave = (mayDrop: boolean) => {
    const { place, lines } = state();
    // The count was recorded in the meantime, and its message stays.
    if (place === undefined) return;
    if (lines.length > 0 && !mayDrop) return set({ isLeaving: true });
    return set({ ...start });
  };

  const run = async (step: Step): Promise<void> => {
    if (step.kind === 'scan') return await scan(step.code.trim());
    if (step.kind === 'choose') return say(...choose(state(), step.item, step.instead));
    if (step.kind === 'ask') return ask();
    if (step.kind === 'finish') return await finish(step);
    if (step.kind === 'undo') return say(...undo(state()));
    if (step.kind === 'none') return say(...count(state(), { Description: '', Units: 1, ...step.item }, 0));
    if (step.kind === 'leave' || step.kind === 'drop') return leave(step.kind === 'drop');
    return say('right', 'Scan what stands in no bin.', { place: '', lines: [], outside: step.items, earlier: [] });
  };

  const station = begin({
    run,
    saved: () => {
      const { place, lines, outside } = state();
      return { ...(place === undefined ? {} : { place }), lines, outside };
    },
  });
  return {
    ...station,
    act: (action) => {
      // The question is closed at once, also while the server does not reply.
      if (action.kind === 'drop' || action.kind === 'stay') set({ isLeaving: false });
      if (action.kind !== 'stay') station.act(action);
    },
  };
}
