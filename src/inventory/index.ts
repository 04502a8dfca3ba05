/** The inventory slice, as the others see it: the ledger, the demand queue, what is inbound. */
export { type DemandRow, type DocumentKey, readDemands, startDemands } from './demand-store.ts';
export {
  type DemandChange,
  dropExpectations,
  expectStock,
  receiveStock,
  releaseDemands,
  replaceDemands,
  reserveDemands,
  shipDemands,
} from './ledger.ts';
export { nameMovements } from './movement-store.ts';
export { operatorCodeLists } from './operator-code-lists.ts';
export {
  consumerStatuses,
  type OperatorData,
  operatorDataNow,
  readOperatorData,
  seedOperatorData,
  statusesOf,
} from './operator-data.ts';
export { type PreReservations, readPreReservations } from './pre-reservations.ts';
export { type ExpectationChange, replaceExpectations } from './replace-expectations.ts';
export { readShipped } from './shipped.ts';
export {
  type Arrival,
  type Demand,
  type DemandLine,
  type DemandOutcome,
  demandRank,
  type Expectation,
  type FallenDemand,
  type FilledDemand,
  type MovementType,
  type Posting,
  type Shortage,
  type ShortPick,
  type StockKey,
} from './stock.ts';
export { verifyInventory } from './verify.ts';
export { type DemandOwner, registerDemandOwner } from './waiting-queue.ts';
