/**
 * Writes off stock that people did not find (decision 42): for documents in work together with their reservations, so that no other
 * document loses stock, and for a shipped order whose box never left.
 */
import { assertPresent } from '../lib/assert.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Fault, Outcome } from '../platform/errors.ts';
import { refuseFaults, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { demandOwnersPort } from './backorder-queue.ts';
import { BalanceSession } from './balance-store.ts';
import { type DemandRow, readDemands, reduceDemands } from './demand-store.ts';
import { appendMovements } from './movement-store.ts';
import { newPosting, type PostingContext, readPostingContext } from './posting-requests.ts';
import { isMissingStockReason } from './reason-codes.ts';
import { readShippedStock } from './shipped-stock.ts';
import { type DocumentKey, type Posting, preferredInventoryStatusOf, type ShortPick, type StockKey } from './stock.ts';

/** Units of an item that a document in work ships without. */
export interface MissingUnits extends DocumentKey {
  readonly itemNo: string;
  /**
   * The inventory status that they were drawn from; absent: of the document's demands for the item, by status, the last ones
   * first.
   */
  readonly status?: string;
  /** At least 1. */
  readonly quantity: number;
}

/** The fault `UnknownReason` when the code is not a reason for missing stock. */
export function checkMissingStockReason({ reasons }: Pick<PostingContext, 'reasons'>, code: string): Fault[] {
  const reason = reasons.get(code);
  if (reason !== undefined && isMissingStockReason(reason)) return [];
  const known = [...reasons.values()].filter(isMissingStockReason).map((each) => each.code);
  const message = `${JSON.stringify(code)} is not a reason for missing stock; use one of ${known.join(', ')}`;
  return [{ field: 'ReasonCode', code: 'UnknownReason', message }];
}

/**
 * Posts missing units of one customer as `Inventory Adjustment` with the reason as reference: on hand, reserved and the
 * documents' demands fall by them, and the owners record the short picks. Other reservations stay. Each document, item and status
 * occurs once; the caller has locked the documents. Returns what left the stock. Refuses reasons as `checkMissingStockReason`.
 * @throws Error when a document has less in work
 */
export async function writeOffMissingUnits(
  tx: Tx,
  context: CommandContext,
  missing: readonly MissingUnits[],
  reasonCode: string,
): Promise<Outcome<{ readonly lost: readonly (StockKey & { readonly units: number })[] }>> {
  const posting = await readPostingContext(tx, missing);
  const faults = checkMissingStockReason(posting, reasonCode);
  if (faults.length > 0) return refuseFaults(faults);
  if (missing.length === 0) return { ok: { lost: [] } };
  const taken = takeFrom(await readDemands(tx, missing), missing);
  const postings = taken.map((row): Posting => {
    const { customerNo, itemNo, warehouse, status, quantity } = row;
    const what = { quantity: -quantity, type: 'Inventory Adjustment', reference: reasonCode } as const;
    return newPosting(posting, context, { customerNo, itemNo, warehouse, status }, what);
  });
  const balances = await BalanceSession.lock(tx, postings);
  for (const each of postings) balances.change(each, { onHand: each.quantity, reserved: each.quantity });
  balances.write();
  appendMovements(tx, postings);
  await reduceDemands(tx, taken);
  const { customerNo, reference: subject } = context;
  const picks = taken.map(
    (row): ShortPick => ({
      customerNo,
      subject: row.subject,
      itemNo: row.itemNo,
      status: preferredInventoryStatusOf(row),
      statuses: row.statuses,
      warehouse: row.warehouse,
      quantity: row.quantity,
      because: `Inventory Adjustment ${reasonCode}`,
      posting: subject,
    }),
  );
  const items = taken.map(({ itemNo, status, warehouse, quantity }) => ({
    itemNo,
    status,
    warehouse,
    quantity: -quantity,
  }));
  const occurredAt = posting.timeOf(customerNo);
  appendLog(tx, context, { kind: 'inventory.adjusted', subject, occurredAt, data: { reasonCode, items } });
  for (const owner of tx.ports.get(demandOwnersPort)) await owner.shortPicked(tx, picks);
  const lost = taken.map(({ itemNo, warehouse, status, quantity }) => {
    return { customerNo, itemNo, warehouse, status, units: quantity };
  });
  return { ok: { lost } };
}

/** A shipped order of which units did not leave. */
interface ShippedDocument extends DocumentKey {
  readonly orderNo: string;
  readonly orderType: string;
  readonly warehouse: string;
}

/**
 * Posts units of a shipped order that never left, and that cannot be found, back from the order, and at once out again as `Inventory
 * Adjustment` with the reason as reference: on hand does not change, and nothing can reserve them in between. The caller has locked the
 * order. Returns what was lost, in the inventory statuses that the order drew. Refusals: reasons as `checkMissingStockReason`;
 * `StateForbids` when the movements of the order do not have the units, because their month is archived.
 */
export async function writeOffShippedUnits(
  tx: Tx,
  context: CommandContext,
  { orderNo, orderType, warehouse, ...document }: ShippedDocument,
  missing: readonly { readonly itemNo: string; readonly quantity: number }[],
  reasonCode: string,
): Promise<Outcome<{ readonly lost: readonly (StockKey & { readonly units: number })[] }>> {
  const { customerNo, subject } = document;
  const posting = await readPostingContext(
    tx,
    missing.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  const faults = checkMissingStockReason(posting, reasonCode);
  if (faults.length > 0) return refuseFaults(faults);
  const shipped = (await readShippedStock(tx, [document])).get(subject) ?? [];
  const left = new Map(missing.map(({ itemNo, quantity }) => [itemNo, quantity]));
  const lost = shipped.toReversed().flatMap(({ itemNo, status, units: drawn }) => {
    const units = Math.min(drawn, left.get(itemNo) ?? 0);
    left.set(itemNo, (left.get(itemNo) ?? 0) - units);
    return units > 0 ? [{ customerNo, itemNo, warehouse, status, units }] : [];
  });
  if ([...left.values()].some((units) => units > 0)) {
    const why = 'The movements with which it was shipped are archived: adjust the stock by hand.';
    return refuseState('SHIPPED', `Order ${orderNo} cannot lose a box. ${why}`);
  }
  appendMovements(
    tx,
    lost.flatMap(({ units, ...key }): Posting[] => {
      const back = { quantity: units, type: 'Sales order', reference: orderNo } as const;
      const out = { quantity: -units, type: 'Inventory Adjustment', reference: reasonCode } as const;
      return [
        { ...newPosting(posting, context, key, back), subject, orderType },
        newPosting(posting, context, key, out),
      ];
    }),
  );
  const items = lost.map(({ itemNo, status, units }) => ({ itemNo, status, warehouse, quantity: -units }));
  const { reference } = context;
  const occurredAt = posting.timeOf(customerNo);
  if (items.length > 0)
    appendLog(tx, context, { kind: 'inventory.adjusted', subject: reference, occurredAt, data: { reasonCode, items } });
  return { ok: { lost } };
}

/** The demands in work with the units that each loses. Throws when fewer units are in work than are missing. */
function takeFrom(rows: readonly DemandRow[], missing: readonly MissingUnits[]): DemandRow[] {
  const keyOf = ({ subject, itemNo, status = '' }: Omit<MissingUnits, 'quantity'>) =>
    `${subject}\n${itemNo}\n${status}`;
  const left = new Map(missing.map((each) => [keyOf(each), each.quantity]));
  const taken = rows.toReversed().flatMap((row): DemandRow[] => {
    let quantity = 0;
    for (const key of [keyOf(row), keyOf({ ...row, status: '' })]) {
      const units = row.state === 'in_work' ? Math.min(row.quantity - quantity, left.get(key) ?? 0) : 0;
      if (units > 0) left.set(key, assertPresent(left.get(key), 'missing units') - units);
      quantity += units;
    }
    return quantity === 0 ? [] : [{ ...row, quantity }];
  });
  const rest = [...left].find(([, units]) => units > 0);
  if (rest !== undefined) throw new Error(`${rest[1]} units are missing that are not in work: ${rest[0]}`);
  return taken;
}
