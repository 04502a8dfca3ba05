/**
 * Describes what is in totes, so that a tote that is not empty is neither removed nor becomes another kind of location.
 */
import type { Tx } from '../platform/db/db.ts';
import { listToteContents, type ToteContents } from './picking-lists.ts';

/** Maximum number of orders that a text names. */
const maxNamed = 3;

/**
 * Implements `toteContentsSourcePort`: for each tote that is not empty, a text about what is in it and what to do
 * first.
 */
export async function readToteContentsSentences(
  tx: Tx,
  warehouse: string,
  totes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await listToteContents(tx, warehouse, totes);
  return new Map([...Map.groupBy(found, ({ tote }) => tote)].map(([tote, own]) => [tote, sentenceOf(own)]));
}

function sentenceOf(contents: readonly ToteContents[]): string {
  const [first] = contents;
  if (first === undefined) return '';
  if (first.kind === 'picking') {
    return `${first.picker} picks into it. Finish the picking task and pack its orders first`;
  }
  if (first.kind === 'picked') {
    return `bottles of ${ordersText(first.orderNos)} stand in it. Pack what was picked into it first`;
  }
  const bottles = first.units === 1 ? '1 bottle' : `${first.units} bottles`;
  return `${bottles} of ${ordersText(first.orderNos)}, taken back, ${first.units === 1 ? 'stands' : 'stand'} in it. Scan the tote while picking, put the bottles back, and say that it is empty first`;
}

function ordersText(orderNos: readonly string[]): string {
  const named = orderNos.slice(0, maxNamed).join(', ');
  const more = orderNos.length - maxNamed;
  return `${orderNos.length === 1 ? 'order' : 'orders'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
