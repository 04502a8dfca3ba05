/** Which messages the portal keeps when another one comes. */
import { expect, test } from 'vitest';
import { appendToast, type ToastMessage } from '../../portal/design/shown-toasts.ts';

const shownAfter = (tones: readonly ToastMessage['tone'][]): readonly number[] =>
  tones
    .reduce<readonly ToastMessage[]>((shown, tone, id) => appendToast(shown, { id, tone, text: tone }), [])
    .map(({ id }) => id);

test('an error is replaced by a fifth error, never by another message', () => {
  expect(shownAfter(['bad', 'bad', 'bad', 'bad', 'good'])).toEqual([0, 1, 2, 3, 4]);
  expect(shownAfter(['bad', 'bad', 'bad', 'bad', 'good', 'bad'])).toEqual([1, 2, 3, 4, 5]);
});

test('two earlier messages stay beside a new one', () => {
  expect(shownAfter(['good', 'bad', 'good', 'good', 'good'])).toEqual([1, 2, 3, 4]);
});
