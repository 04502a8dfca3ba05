/**
 * A change of stock together with its effects on documents: the reservations that it removes, moves or makes. A preview makes the
 * same change in a transaction that is rolled back, so both follow the same rules.
 */
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { type DocumentName, readDocumentNames } from './document-names.ts';

interface AffectedDocument {
  /** The reference of its creation. */
  readonly subject: string;
  /** Undefined when no slice has it. */
  readonly document: DocumentName | undefined;
  readonly effect: 'loses its reservation' | 'ships short' | 'is reserved elsewhere' | 'is filled';
}

export interface StockEffects<Done> {
  /** The result of the change itself. */
  readonly done: Done;
  /** At most 100 affected documents; those that lose stock come first. */
  readonly documents: readonly AffectedDocument[];
  /** Whether other documents are affected as well. */
  readonly more: boolean;
}

interface DemandState {
  readonly subject: string;
  readonly state: string;
  readonly warehouse: string;
  readonly quantity: number;
}

const maxDocuments = 100;
const effects = ['loses its reservation', 'ships short', 'is reserved elsewhere', 'is filled'] as const;

/** Thrown to roll a preview back. */
class Previewed extends Error {}

/**
 * Makes a change of the stock of a customer's items, and returns what it did to documents: those that demand the items, and those
 * that are filled with what they released. `onDone` runs in the same transaction, but not for a refused change or a preview. A preview
 * is rolled back.
 */
export async function changeStockAndReportEffects<Done>(
  db: Db,
  {
    customerNo,
    itemNos,
    isPreview,
  }: { readonly customerNo: string; readonly itemNos: readonly string[]; readonly isPreview: boolean },
  change: (tx: Tx) => Promise<Outcome<Done>>,
  onDone: (tx: Tx, done: Done) => void,
): Promise<Outcome<StockEffects<Done>>> {
  let previewed: Outcome<StockEffects<Done>> | undefined;
  try {
    return await db.write(async (tx) => {
      const before = await readStates(tx, customerNo, await findPossiblyAffected(tx, customerNo, itemNos));
      const outcome = await change(tx);
      if ('refused' in outcome) return outcome;
      const documents = await affected(tx, customerNo, before, await readStates(tx, customerNo, [...before.keys()]));
      const result = {
        ok: { done: outcome.ok, documents: documents.slice(0, maxDocuments), more: documents.length > maxDocuments },
      };
      if (isPreview) {
        previewed = result;
        throw new Previewed('rolled back: it is a preview');
      }
      onDone(tx, outcome.ok);
      return result;
    });
  } catch (error) {
    if (error instanceof Previewed && previewed !== undefined) return previewed;
    throw error;
  }
}

/**
 * The documents that demand one of the items, and those that wait for another item of a reserved one of these: when it loses its
 * reservation, it releases that item too.
 */
async function findPossiblyAffected(
  reader: DbReader,
  customerNo: string,
  itemNos: readonly string[],
): Promise<readonly string[]> {
  const rows = await reader.rows<{ subject: string }>(
    `with demanding as (
       select distinct d.subject from demands d where d.customer_no = $1 and d.item_no = any ($2::text[]))
     select subject from demanding
      union
     select w.subject from demands w
      where w.customer_no = $1 and w.state = 'waiting'
        and w.item_no in (select r.item_no from demands r
                           where r.customer_no = $1 and r.state = 'reserved' and r.subject in (select subject from demanding))`,
    [customerNo, itemNos],
  );
  return rows.map(({ subject }) => subject);
}

/** The state, warehouse and units of these documents, by subject. */
async function readStates(
  reader: DbReader,
  customerNo: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, DemandState>> {
  const rows = await reader.rows<DemandState>(
    `select d.subject, min(d.state) as state, min(d.warehouse) as warehouse, sum(d.quantity)::bigint as quantity
       from demands d where d.customer_no = $1 and d.subject = any ($2::uuid[]) group by d.subject`,
    [customerNo, subjects],
  );
  return new Map(rows.map((row) => [row.subject, row]));
}

async function affected(
  reader: DbReader,
  customerNo: string,
  before: ReadonlyMap<string, DemandState>,
  after: ReadonlyMap<string, DemandState>,
): Promise<AffectedDocument[]> {
  const found = [...before.values()].flatMap((was) => {
    const effect = effectOf(was, after.get(was.subject));
    return effect === undefined ? [] : [{ subject: was.subject, effect }];
  });
  found.sort((a, b) => effects.indexOf(a.effect) - effects.indexOf(b.effect));
  const shown = found.slice(0, maxDocuments + 1);
  const names = await readDocumentNames(
    reader,
    shown.map(({ subject }) => ({ customerNo, subject })),
  );
  return shown.map((each) => ({ ...each, document: names.get(each.subject) }));
}

function effectOf(was: DemandState, is: DemandState | undefined): AffectedDocument['effect'] | undefined {
  if (was.state === 'in_work') return (is?.quantity ?? 0) < was.quantity ? 'ships short' : undefined;
  if (is === undefined || is.state === was.state) {
    return was.state === 'reserved' && is !== undefined && is.warehouse !== was.warehouse
      ? 'is reserved elsewhere'
      : undefined;
  }
  return was.state === 'reserved' ? 'loses its reservation' : 'is filled';
}
