/**
 * Moves between bins, and of unplaced units into a bin (decision 43). They change the recorded contents of bins, but no
 * stock.
 */

import { loadBlindItemCheck } from '../inventory/index.ts';
import {
  type BinContent,
  checkBinContents,
  deleteBinContents,
  type Location,
  listBinContents,
  lockBinChangesOfItems,
  lockBinContentsOfChangedItems,
  lockLocations,
  readBinContentsOfItems,
  saveBinContents,
  unknownLocationError,
} from '../locations/index.ts';
import { readWarehouseWhereOperatorWorks } from '../operator-settings/index.ts';
import { publishChangedTopics } from '../operators/index.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { AppError, refuseState, validationRefusal } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import { computeUnplacedUnits, readPlacementTotalsOfItem, sumUnitsByLocation } from './list-placement.ts';
import { type BinMove, insertBinMoves, lockBinMoveId, readBinMove } from './move-store.ts';
import { computeRemainingBinCapacity } from './put-away.ts';
import { lockReplenishmentRule, saveReplenishmentRule } from './replenishment-rule-store.ts';

type BinMoveRequest = Omit<BinMove, 'personId' | 'person'>;

const moveContent = ['warehouse', 'itemNo', 'status', 'fromLocation', 'toLocation', 'quantity'] as const;

/** The contents of both bins after a move; for a repeated move, their present contents. */
export interface BinMoveResult {
  readonly from: BinContent | undefined;
  readonly to: BinContent;
  /** Unplaced units of the item in this status. */
  readonly unplaced: number;
  /** The item is being counted, and the person may be one who counts it, so its quantities are not shown. */
  readonly isBlind: boolean;
}

/**
 * Makes a move, once by its id; a repeated one changes nothing. Throws, in order of precedence: `NotFound` for an unknown warehouse or one
 * where the operator does not work; `StateForbids` when the id belongs to another move; `NotFound` for an unknown location; the faults of
 * `checkBinContents` for the bin that units come into; `StateForbids` when too few units are recorded, then when that bin has no room.
 */
export async function makeBinMove(db: Db, operator: OperatorCaller, move: BinMoveRequest): Promise<BinMoveResult> {
  return await db.write(async (tx) => {
    await readWarehouseWhereOperatorWorks(tx, operator, move.warehouse);
    return await makeBinMoveInTransaction(tx, operator, move);
  });
}

/** `makeBinMove` without the check of the warehouse, in a transaction that has locked nothing yet. */
export async function makeBinMoveInTransaction(
  tx: Tx,
  operator: OperatorCaller,
  move: BinMoveRequest,
): Promise<BinMoveResult> {
  const { warehouse, fromLocation, toLocation, quantity } = move;
  lockBinMoveId(tx, move);
  const made = await readBinMove(tx, move);
  const isBlind = (await loadBlindItemCheck(tx, operator, [move]))(move);
  if (made !== undefined) return { ...(await repeat(tx, made, move)), isBlind };
  const ends = [fromLocation, toLocation].filter((location) => location !== '');
  const found = await lockLocations(
    tx,
    ends.map((location) => ({ warehouse, location })),
  );
  const missing = ends.find((location) => !found.some((each) => each.location === location));
  if (missing !== undefined) throw unknownLocationError(warehouse, missing);
  lockBinChangesOfItems(tx, [move]);
  const bins = await lockBinContentsOfChangedItems(
    tx,
    ends.map((location) => ({ ...move, location })),
  );
  const to = found.find(({ location }) => location === toLocation) as Location;
  const faults = (await checkBinContents(tx, [contentAt(move, toLocation, bins)], () => to)).flat();
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
  await mustHave(tx, move, bins, isBlind);
  await mustFit(tx, operator, to, quantity);
  const after = [
    ...(fromLocation === '' ? [] : [addTo(contentAt(move, fromLocation, bins), -quantity)]),
    addTo(contentAt(move, toLocation, bins), quantity),
  ];
  const isReserve = (content: BinContent) =>
    found.some(({ location, kind }) => location === content.location && kind === 'reserve');
  const emptied = after.filter((content) => content.quantity === 0 && isReserve(content));
  // Picked bottles may be put back, which their record is kept for: a location of the reserve with 0 units is free too.
  const left = emptied.length > 0 && (await readPlacement(tx, move)).picked > 0 ? [] : emptied;
  saveBinContents(
    tx,
    after.filter((content) => !left.includes(content)),
  );
  // An empty place of the reserve is free for other items; a pick face stays the item's.
  deleteBinContents(tx, left);
  const kind = (await endClaim(tx, operator, move)) ? 'replenish' : move.kind;
  insertBinMoves(tx, [{ ...move, kind, personId: operator.operatorId, person: operator.email }]);
  publishChangedTopics(tx, ['floor']);
  const others = bins.filter((bin) => !after.some((content) => isSame(bin, content)));
  return { ...(await outcomeOf(tx, move, [...others, ...after])), isBlind };
}

/**
 * The outcome of a repeated move, from the present records of its bins. Throws `StateForbids` when the id belongs to another
 * move.
 */
async function repeat(tx: Tx, made: BinMove, move: BinMoveRequest): Promise<Omit<BinMoveResult, 'isBlind'>> {
  const isRepeated = moveContent.every((name) => made[name] === move[name]);
  if (!isRepeated) throw new AppError(refuseState('OTHER MOVE', `Move ${move.moveId} was another one.`).refused);
  return await outcomeOf(tx, made, await readBinContentsOfItems(tx, [made]));
}

/** Whether a move fills a face that the operator has claimed, which ends the claim. */
async function endClaim(tx: Tx, { operatorId }: OperatorCaller, move: BinMoveRequest): Promise<boolean> {
  if (move.kind !== 'move') return false;
  const rule = await lockReplenishmentRule(tx, { ...move, location: move.toLocation });
  if (rule?.personId !== operatorId) return false;
  saveReplenishmentRule(tx, { ...rule, personId: undefined, person: '', claimedUntil: undefined });
  return true;
}

const isSame = (a: BinContent, b: BinContent): boolean => a.location === b.location && a.status === b.status;

const addTo = (content: BinContent, units: number): BinContent => ({ ...content, quantity: content.quantity + units });

/** The recorded content of a bin, of the item in the move's status; 0 units when there is none. */
function contentAt(move: BinMoveRequest, location: string, bins: readonly BinContent[]): BinContent {
  const { customerNo, warehouse, itemNo, status } = move;
  const none = { customerNo, warehouse, location, itemNo, status, quantity: 0 };
  return bins.find((bin) => isSame(bin, none)) ?? none;
}

async function outcomeOf(
  tx: Tx,
  move: BinMoveRequest,
  bins: readonly BinContent[],
): Promise<Omit<BinMoveResult, 'isBlind'>> {
  return {
    from: move.fromLocation === '' ? undefined : contentAt(move, move.fromLocation, bins),
    to: contentAt(move, move.toLocation, bins),
    unplaced: await readUnplaced(tx, move),
  };
}

const readUnplaced = async (tx: Tx, move: BinMoveRequest): Promise<number> =>
  computeUnplacedUnits(await readPlacement(tx, move));

/** Where the units of the item are, in the status of the move. */
async function readPlacement(tx: Tx, { warehouse, customerNo, itemNo, status }: BinMoveRequest) {
  const placements = await readPlacementTotalsOfItem(tx, { warehouse, customerNo, itemNo });
  return placements.find((each) => each.status === status) ?? { onHand: 0, binned: 0, picked: 0 };
}

async function mustHave(tx: Tx, move: BinMoveRequest, bins: readonly BinContent[], isBlind: boolean): Promise<void> {
  const { fromLocation, itemNo, quantity, status } = move;
  const isPutAway = fromLocation === '';
  const held = isPutAway ? await readUnplaced(tx, move) : contentAt(move, fromLocation, bins).quantity;
  if (held >= quantity) return;
  const where = isPutAway ? 'in no bin' : `in ${fromLocation}`;
  const reason = isBlind
    ? `Fewer than ${quantity} of ${itemNo} in ${status} are recorded ${where}. It is being counted.`
    : `${held} of ${itemNo} in ${status} are recorded ${where}, not ${quantity}. Count them.`;
  throw new AppError(refuseState('TOO FEW', reason).refused);
}

async function mustFit(tx: Tx, operator: OperatorCaller, to: Location, quantity: number): Promise<void> {
  const units = (await sumUnitsByLocation(tx, to.warehouse, [to.location])).get(to.location) ?? 0;
  const room = computeRemainingBinCapacity(to, units);
  if (room === undefined || room >= quantity) return;
  // The total would reveal the quantity of an item that is being counted blind.
  const contents = await listBinContents(tx, [to]);
  const reason = contents.some(await loadBlindItemCheck(tx, operator, contents))
    ? `${quantity} more do not fit into ${to.location}, which holds at most ${to.capacity}.`
    : `${to.location} holds ${units} of ${to.capacity}: ${room} more fit, not ${quantity}.`;
  throw new AppError(refuseState('FULL', reason).refused);
}
