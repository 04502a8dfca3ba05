/**
 * Who gives way when stock that is reserved disappears (decision 10).
 *
 * Those whose work has not begun fall back whole, the last in the queue first, until what is left suffices; what they
 * held elsewhere is free. Only then those in work go out short, unit by unit, in the same order. In the end the queue is
 * walked: who fell back may be filled after all from what the others gave back, or at another warehouse of its choice.
 */
import { invariant } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { type BalanceBook, stockKeyText } from './balance-store.ts';
import type { Losing } from './demand-store.ts';
import type { FallenDemand, FilledDemand, Posting, ShortPick, StockKey } from './stock.ts';
import {
  demandOwners,
  documentText,
  inQueueOrder,
  type Waiting,
  type WaitingQueue,
  walkQueue,
} from './waiting-queue.ts';

/** What is taken from each balance beyond what is available there, judged without locks. */
export async function estimateLosses(tx: Tx, postings: readonly Posting[]): Promise<Losing[]> {
  const taken = new Map<string, { key: StockKey; units: number }>();
  for (const posting of postings) {
    const text = stockKeyText(posting);
    const sum = taken.get(text);
    if (sum) sum.units -= posting.quantity;
    else taken.set(text, { key: posting, units: -posting.quantity });
  }
  const losing = [...taken.values()].filter(({ units }) => units > 0);
  if (losing.length === 0) return [];
  const rows = await tx.rows<{
    customer_no: string;
    item_no: string;
    warehouse: string;
    status: string;
    units: number;
  }>(
    `select customer_no, item_no, warehouse, status, k.units - (b.on_hand - b.reserved) as units
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
         as k (customer_no, item_no, warehouse, status, units)
       join balances b using (customer_no, item_no, warehouse, status)
      where b.on_hand - b.reserved < k.units`,
    [
      losing.map(({ key }) => key.customerNo),
      losing.map(({ key }) => key.itemNo),
      losing.map(({ key }) => key.warehouse),
      losing.map(({ key }) => key.status),
      losing.map(({ units }) => units),
    ],
  );
  return rows.map((r) => ({
    customerNo: r.customer_no,
    itemNo: r.item_no,
    warehouse: r.warehouse,
    status: r.status,
    units: r.units,
  }));
}

/** What became of everybody in the end. */
export interface Settled {
  /** Reserved before, waiting now. */
  readonly fallen: readonly FallenDemand[];
  /** Reserved before, reserved elsewhere now. */
  readonly moved: readonly FilledDemand[];
  /** Waiting before, reserved now. */
  readonly filled: readonly FilledDemand[];
  readonly picks: readonly ShortPick[];
}

/** Who gives way, as far as they are locked. */
export interface Loss {
  /** Balances of which those who fall back give something back. */
  readonly freed: readonly StockKey[];
  /** All that is lost by those who hold it: whoever holds it must be locked. */
  readonly losing: readonly Losing[];
  /** Walks the queue and answers what became of everybody. Throws when those who are locked do not suffice. */
  settle(): Settled;
}

interface Fallen {
  readonly document: Waiting;
  /** As it waits from now on. */
  readonly again: Waiting;
  readonly posting: Posting;
}

/** Lets the locked documents give way until nothing more is reserved than is there. Changes the book. */
export function giveWay(book: BalanceBook, queue: WaitingQueue, posted: readonly Posting[]): Loss {
  const short = shortBalances(book, posted);
  const fallen = new Map<string, Fallen>();
  const picks: ShortPick[] = [];
  for (const { key, posting } of short) {
    for (const document of queue.reserved().reverse()) {
      if (book.available(key) >= 0) break;
      if (fallen.has(documentText(document)) || linesAt(document, key).length === 0) continue;
      fallen.set(documentText(document), { document, again: giveBack(book, document), posting });
    }
    for (const document of queue.inWork().reverse()) {
      for (const line of linesAt(document, key)) {
        const quantity = Math.min(line.quantity, -book.available(key));
        if (quantity <= 0) continue;
        book.change(key, { reserved: -quantity });
        const { customerNo, subject, itemNo, status, warehouse } = line;
        picks.push({ customerNo, subject, itemNo, status, warehouse, quantity, ...causeOf(posting) });
      }
    }
  }
  return {
    freed: [...fallen.values()].flatMap(({ document }) => document.lines),
    losing: short.map(({ key, units }) => ({ ...key, units })),
    settle: () => {
      const left = short.find(({ key }) => book.available(key) < 0);
      invariant(left === undefined, () => `more is reserved than its demands tell: ${JSON.stringify(left?.key)}`);
      return { ...settle(book, queue, fallen), picks };
    },
  };
}

/** The balances where more is reserved than is there, sorted, with the last posting that took something away. */
function shortBalances(book: BalanceBook, posted: readonly Posting[]) {
  const short = new Map<string, { key: StockKey; units: number; posting: Posting }>();
  for (const posting of posted) {
    const units = -book.available(posting);
    if (posting.quantity > 0 || units <= 0) continue;
    const { customerNo, itemNo, warehouse, status } = posting;
    short.set(stockKeyText(posting), { key: { customerNo, itemNo, warehouse, status }, units, posting });
  }
  return [...short].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance);
}

const linesAt = ({ lines }: Waiting, key: StockKey) => lines.filter((line) => stockKeyText(line) === stockKeyText(key));

/** All that the document had reserved; it waits where it would rather be filled. */
function giveBack(book: BalanceBook, document: Waiting): Waiting {
  const waitsAt = document.warehouses[0] as string;
  for (const line of document.lines) {
    book.change(line, { reserved: -line.quantity });
    book.change({ ...line, warehouse: waitsAt }, { backOrdered: line.quantity });
  }
  return { ...document, waitsAt };
}

function settle(book: BalanceBook, queue: WaitingQueue, fell: ReadonlyMap<string, Fallen>): Omit<Settled, 'picks'> {
  const again = [...fell.values()].map((each) => each.again);
  const walked = walkQueue(book, inQueueOrder([...queue.waiting(), ...again]));
  const moved: FilledDemand[] = [];
  const filled: FilledDemand[] = [];
  const reserved = new Set(walked.map(documentText));
  for (const document of walked) {
    const was = fell.get(documentText(document))?.document.lines[0]?.warehouse;
    if (was === undefined) filled.push(document);
    else if (was !== document.warehouse) moved.push({ ...document, movedFrom: was });
  }
  const fallen = [...fell.values()]
    .filter(({ document }) => !reserved.has(documentText(document)))
    .map(({ again: { customerNo, subject, waitsAt, lines }, posting }) => ({
      customerNo,
      subject,
      warehouse: waitsAt,
      shortages: lines.flatMap(({ itemNo, status, quantity }) => {
        const available = Math.max(0, book.available({ customerNo, itemNo, warehouse: waitsAt, status }));
        return available < quantity ? [{ itemNo, status, quantity, warehouse: waitsAt, available }] : [];
      }),
      ...causeOf(posting),
    }));
  return { fallen, moved, filled };
}

const causeOf = ({ type, reference, subject }: Posting) => ({ because: `${type} ${reference}`, posting: subject });

/** Tells the owners of those who have lost something. */
export async function tellLosses(tx: Tx, fallen: readonly FallenDemand[], picks: readonly ShortPick[]): Promise<void> {
  for (const owner of demandOwners) {
    if (fallen.length > 0) await owner.fellBack(tx, fallen);
    if (picks.length > 0) await owner.shortPicked(tx, picks);
  }
}
