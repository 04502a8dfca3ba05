/** Customer numbers as people write them. */
import { call } from './client.ts';

/** Longer than the search takes. */
const searchMs = 10_000;

/**
 * Returns customer numbers as they are stored, where letter case counts: `w1001` is W1001, unless there is a w1001. Others are returned as written, also when the
 * customers cannot be searched.
 */
export const storedCustomerNos = (written: readonly string[]): Promise<string[]> =>
  Promise.all(
    written.map(async (text) => {
      const search = { Text: text, Top: 200 };
      const found = await call('/api/Customers/List', search, AbortSignal.timeout(searchMs)).catch(() => undefined);
      const numbers = found?.Records.map(({ CustomerNo }) => CustomerNo) ?? [];
      if (numbers.includes(text)) return text;
      return numbers.find((number) => number.toLowerCase() === text.toLowerCase()) ?? text;
    }),
  );
