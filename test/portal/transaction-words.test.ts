/** Events of the log in words. */
import { expect, test } from 'vitest';
import { eventInWords } from '../../portal/pages/transactions/transaction-words.ts';

test.each([
  ['sales_order.accepted', 'Order accepted'],
  ['sales_order.floor_released', 'Order released to the floor'],
  ['sales_order.floor_box_closed', 'Order box closed'],
  ['sales_order.floor_labels_wanted', 'Order labels requested'],
  ['purchase_order.receiving', 'Purchase order receiving began'],
  ['weather_window.added', 'Weather window added'],
])('%s is written as %s', (kind, words) => {
  expect(eventInWords(kind)).toBe(words);
});
