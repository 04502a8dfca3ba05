/**
 * The state of the bin station, without its page: a person puts bottles away, moves them and fills pick faces. Steps run in
 * order, one at a time, and are repeated until the server has replied; a move is sent under the id of its step, so that it
 * counts once. The bottles in the person's hand survive a reload.
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
  type StockedItem,
} from './scanned-items.ts';

type Found = ReplyOf<'/api/Bins/Find'>;
type FoundItem = Found['Items'][number];
type FoundBin = NonNullable<Found['Location']>;
export type FaceToFill = ReplyOf<'/api/Bins/ListReplenishments'>['Records'][number];

type BinAction =
  | { readonly kind: 'scan'; readonly code: string }
  /**
   * Takes this one of several. It carries the item, because the step before may change what is in the hand and what can be
   * chosen.
   */
  | { readonly kind: 'choose'; readonly item: FoundItem }
  /**
   * Takes all units of the item in the hand: those in no bin or in the bin, at most what the pick face wants. Refused
   * while the item is being counted, unless a pick face limits it.
   */
  | { readonly kind: 'all' }
  | { readonly kind: 'fill'; readonly face: FaceToFill }
  | { readonly kind: 'leave' };

export interface BinState extends StationState {
  /** The bin from which bottles are taken; undefined for bottles in no bin. */
  readonly from: string | undefined;
  /** The contents of that bin when it was scanned. The page shows them until an item is taken. */
  readonly contents: FoundBin['Contents'];
  /** The item in the person's hand, of which `count` units are taken. */
  readonly item: FoundItem | undefined;
  readonly count: number;
  /** The location to which the bottles should go; '' for any. */
  readonly target: string;
  /** The units to take for the pick face from the bin that fills it; undefined while none is being filled. */
  readonly wanted: number | undefined;
  /** The item of that pick face, and the bin from which it is filled. */
  readonly filling: (StockedItem & { readonly source: string }) | undefined;
  /** Several that the last scan names: a number that is typed is that of one. */
  readonly choices: readonly FoundItem[];
  /** A number that the last scan could mean as a bin or as a count; scanned again it is the bin. '' for none. */
  readonly unclear: string;
  /** The bin into which the last step put bottles: a scanner that reads it twice takes nothing out of it. '' for none. */
  readonly filled: string;
}

/** The state that survives a reload. */
export interface SavedBinsState extends Partial<InHand & Pick<BinState, 'unclear' | 'filled'>> {
  readonly steps: readonly Step[];
}

export type BinStationController = StationController<BinState, BinAction>;

type Step = BinAction & { readonly id: string };

type InHand = Pick<BinState, 'from' | 'contents' | 'item' | 'count' | 'target' | 'wanted' | 'filling'>;

const empty: InHand = {
  from: undefined,
  contents: [],
  item: undefined,
  count: 0,
  target: '',
  wanted: undefined,
  filling: undefined,
};
const start: BinState = { ...ready, ...empty, choices: [], unclear: '', filled: '' };

/**
 * Units of the item that can be taken where the person stands; any number of an item that is being counted, of which no
 * quantity is shown.
 */
function availableOf({ item, from }: Pick<BinState, 'item' | 'from'>): number {
  if (item === undefined) return 0;
  const bin = item.Bins.find(({ Location }) => Location === from);
  if (from !== undefined && bin === undefined) return 0;
  return (from === undefined ? item.Unplaced : bin?.Quantity) ?? Number.POSITIVE_INFINITY;
}

/** The message that sends the person to the bin from which a pick face is filled. '' while none is filled. */
const fillMessage = ({ filling, wanted, target }: Pick<BinState, 'filling' | 'wanted' | 'target'>): string =>
  filling === undefined || wanted === undefined ? '' : `Go to ${filling.source}: take ${wanted} to ${target}.`;

/**
 * The most units that the person can take: those that are available (`availableOf`), but no more than the pick face
 * that is being filled wants.
 */
export const maxUnitsToTake = (state: Pick<BinState, 'item' | 'from' | 'wanted'>): number =>
  Math.min(availableOf(state), state.wanted ?? Number.POSITIVE_INFINITY);

/** The state of a page that was left. */
function resumed(kept: Omit<SavedBinsState, 'steps'>): BinState {
  const state = { ...start, ...kept };
  if (state.item !== undefined) return { ...state, verdict: 'right' };
  const message = state.from === undefined ? fillMessage(state) : `Scan what you take from ${state.from}.`;
  return message === '' ? state : { ...state, verdict: 'right', message };
}

/** Takes an item into the empty hand. */
function takeItem({ from, filling, target: face }: BinState, item: FoundItem): StepOutcome<BinState> {
  // Another item, or one that lies in no bin, does not fill the pick face.
  const fills = from !== undefined && filling !== undefined && isSameStockedItem(item, filling);
  const target = from === undefined ? (item.Suggestion?.Location ?? '') : fills ? face : '';
  const count = Math.min(item.Units, availableOf({ item, from }));
  const change = { item, count, target, ...(!fills && { wanted: undefined, filling: undefined }) };
  return ['right', target === '' ? 'Scan the rest, then the bin.' : `Take it to ${target}.`, change];
}

const takeCount = (item: FoundItem, count: number): StepOutcome<BinState> => [
  'right',
  `${formatCount(count)} × ${itemNameOf(item)}`,
  { count },
];

/** Takes as many units of the item in the hand as the person has typed. */
function takeTypedCount({ from }: BinState, item: FoundItem, count: number): StepOutcome<BinState> {
  const held = availableOf({ item, from });
  if (count > 0 && count <= held) return takeCount(item, count);
  return ['wrong', Number.isFinite(held) ? `1 to ${formatCount(held)} can be taken here.` : 'At least 1.'];
}

/** Takes what a scan names: more of the item in the hand, or an item where the person stands. */
function take(state: BinState, items: readonly FoundItem[], code: string): StepOutcome<BinState> {
  const { item, from, count } = state;
  if (item !== undefined) {
    const same = items.find((each) => isSameStockedItem(each, item));
    if (same === undefined) {
      const isNumber = parseTypedNumber(code) !== undefined;
      if (items.length === 0 && !isNumber)
        return ['wrong', `${code} is no bin and no item here. Put ${itemNameOf(item)} into a bin first, or Esc.`];
      const hint = isNumber ? ` ${countHint(code)}` : '';
      return ['wrong', `That is not ${itemNameOf(item)}. Put it into a bin first, or Esc.${hint}`];
    }
    if (count + same.Units > availableOf({ item, from })) return ['wrong', 'No more of it is here.'];
    return takeCount(item, count + same.Units);
  }
  const here = items.filter((each) => availableOf({ item: each, from }) > 0);
  const [first] = here;
  if (here.length > 1) return ['ready', choiceMessage(here), { choices: here }];
  if (first !== undefined) return takeItem(state, first);
  if (items.length === 0) return ['wrong', `${code} is no bin and no item here.`];
  return [
    'wrong',
    from === undefined ? 'All of it is in bins. Scan the bin to move it.' : `${from} has none of it on record.`,
  ];
}

/** What a scan means before the server is asked; undefined when it must be. */
function decideScanWithoutLookup(state: BinState, code: string): StepOutcome<BinState> | undefined {
  const { item, choices } = state;
  const chosen = choiceByNumber(choices, code);
  if (chosen === 'none') return ['wrong', invalidChoiceMessage(choices), { choices }];
  if (chosen !== undefined) return takeItem(state, chosen);
  const certain = parseExplicitCount(code);
  return item !== undefined && certain !== undefined ? takeTypedCount(state, item, certain) : undefined;
}

/** What a scan means once its code was looked up: a message, or the bin into which the bottles in the hand go. */
function decideScan(state: BinState, code: string, { Location: bin, Items }: Found): StepOutcome<BinState> | string {
  const { item, from, unclear, filled } = state;
  // A number is a count only if no bin and no item has it as its code.
  const count = item === undefined ? undefined : parseTypedNumber(code);
  if (bin === undefined) {
    const isCount = item !== undefined && count !== undefined && Items.length === 0;
    return isCount ? takeTypedCount(state, item, count) : take(state, Items, code);
  }
  const { Location, Contents } = bin;
  if (item !== undefined) {
    const isCount = count !== undefined && count > 0 && count <= availableOf({ item, from });
    if (!isCount || unclear === code) return Location;
    return ['wrong', `${code} is a bin. Scan it again to put them there. ${countHint(code)}`, { unclear: code }];
  }
  if (Location === filled) return ['done', `${state.message} Scan ${Location} again to take some out of it.`];
  const contents = Contents.filter(({ Quantity }) => Quantity !== 0);
  if (contents.length === 0)
    return ['wrong', `Nothing is recorded in ${Location}. Scan the bottles first, then ${Location}.`];
  return ['right', `Scan what you take from ${Location}.`, { from: Location, contents }];
}

export function createBinStationController(
  warehouse: string,
  ports: StationPorts<SavedBinsState>,
  kept: SavedBinsState = { steps: [] },
): BinStationController {
  const { steps, ...inHand } = kept;
  const { state, set, say, call, begin } = createStation<BinState, BinAction, SavedBinsState>(
    ports,
    resumed(inHand),
    steps,
    { choices: [], unclear: '', filled: '' },
  );

  const place = async (location: string, id: string): Promise<void> => {
    const { item, from, count } = state();
    if (item === undefined) return;
    const { CustomerNo, ItemNo, InventoryStatus } = item;
    const move = {
      MoveId: id,
      Warehouse: warehouse,
      To: location,
      CustomerNo,
      ItemNo,
      InventoryStatus,
      Quantity: count,
    };
    const { To, Unplaced } =
      from === undefined
        ? await call('/api/Bins/PutAway', move)
        : await call('/api/Bins/Move', { ...move, From: from });
    const total = To.Quantity === undefined ? '' : `, ${formatCount(To.Quantity)} in all`;
    const rest =
      from === undefined && Unplaced
        ? ` ${formatCount(Unplaced)} more ${Unplaced === 1 ? 'is' : 'are'} in no bin.`
        : '';
    say('done', `${formatCount(count)} × ${itemNameOf(item)} in ${location}${total}.${rest}`, {
      ...empty,
      filled: location,
    });
  };

  const scan = async (code: string, id: string): Promise<void> => {
    const known = decideScanWithoutLookup(state(), code);
    if (known !== undefined) return say(...known);
    const found = await call('/api/Bins/Find', { Warehouse: warehouse, Code: code });
    const decision = decideScan(state(), code, found);
    if (typeof decision === 'string') await place(decision, id);
    else say(...decision);
  };

  const fill = async ({ CustomerNo, ItemNo, InventoryStatus, Location, From }: FaceToFill): Promise<void> => {
    const key = { Warehouse: warehouse, Location, CustomerNo, ItemNo, InventoryStatus };
    await call('/api/Bins/ClaimReplenishment', key);
    const [source] = From;
    if (source === undefined) return say('wrong', 'Nothing of it is left in the reserve.');
    const filling = { CustomerNo, ItemNo, InventoryStatus, source: source.Location };
    const way = { target: Location, wanted: source.Quantity, filling };
    say('right', fillMessage(way), { ...empty, ...way });
  };

  const run = async (step: Step): Promise<void> => {
    if (step.kind === 'scan') return await scan(step.code.trim(), step.id);
    if (step.kind === 'choose') return say(...take(state(), [step.item], step.item.ItemNo));
    if (step.kind === 'fill') return await fill(step.face);
    if (step.kind === 'leave') return set({ ...start });
    const { item } = state();
    if (item === undefined) return;
    const count = maxUnitsToTake(state());
    if (!Number.isFinite(count)) return say('wrong', `${itemNameOf(item)} is being counted: type how many you take.`);
    say(...takeCount(item, count));
  };

  return begin({
    run,
    saved: () => {
      const { from, contents, item, count, target, wanted, filling, unclear, filled } = state();
      return { from, contents, item, count, target, wanted, filling, unclear, filled };
    },
  });
}
