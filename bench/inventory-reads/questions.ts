/** The questions that are asked of both histories, word for word the same. */
import { hotItem, itemNo, items, perDay } from './load-history.ts';

export interface Question {
  readonly name: string;
  readonly operation: string;
  /** The `n`-th time that it is asked. */
  body(n: number): object;
}

const types = ['Sales order', 'Purchase Order', 'Inventory Adjustment', 'Production Line'];
/** Before both histories. */
const ever = '2020-01-01T00:00:00Z';

/** Days that both histories have, whole ones. */
const recentDay = (n: number, end: Temporal.PlainDate) => end.subtract({ days: 2 + (n % 10) });

const usDate = ({ month, day, year }: Temporal.PlainDate) => `${month}/${day}/${year}`;

/** Of histories that end when this day begins. */
export function questionsIn(timeZone: string, end: Temporal.PlainDate): readonly Question[] {
  const transactions = 'Inventory/GetTransactions';
  return [
    {
      name: 'GetStatus, 5 items',
      operation: 'Inventory/GetStatus',
      body: (n) => ({
        ItemNumbers: Array.from({ length: 5 }, (_, i) => itemNo((n * 7 + i * 397) % items)),
        IncludeUnavailableItems: true,
      }),
    },
    { name: 'GetSellable, all', operation: 'Inventory/GetSellable', body: () => ({}) },
    {
      name: `GetTransactions, one day (${perDay})`,
      operation: transactions,
      body: (n) => ({ TransactionDate: usDate(recentDay(n, end)), TransactionTypes: types }),
    },
    {
      name: 'GetTransactions, one item (1 % of all)',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types, ItemNumbers: [hotItem] }),
    },
    {
      name: 'GetTransactions, page at Skip 100,000',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types, Skip: 100_000 }),
    },
    {
      name: 'GetTransactions, all, first page',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types }),
    },
    {
      name: 'GetTransactions, 7 hours of a day',
      operation: transactions,
      body: (n) => {
        const from = recentDay(n, end).toZonedDateTime(timeZone);
        return {
          TransactionStartDateTime: from.add({ hours: 3 }).toInstant().toString(),
          TransactionEndDateTime: from.add({ hours: 10 }).toInstant().toString(),
          TransactionTypes: types,
        };
      },
    },
    {
      name: 'GetTransactions, rare: one type, warehouse and status',
      operation: transactions,
      body: () => ({
        TransactionStartDateTime: ever,
        TransactionType: 'Production Line',
        Warehouse: 'PRB02',
        InventoryStatus: 'DMGD-NO-TX',
      }),
    },
    {
      name: 'GetTransactions, one reference',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types, Reference: 'ORD-30001' }),
    },
  ];
}
