import { expect, test } from 'vitest';
import { schemaStringFormats } from './formats.ts';

const isEmail = (text: string): boolean | undefined => schemaStringFormats.email?.check(text);

test.each([
  'a@w.example',
  'a@müller.example',
  'ü@w.рф',
  'a@xn--mller-kva.example',
  'first.last@w.example',
  "o'neil+club@sub.w.example",
  `${'a'.repeat(64)}@w.example`,
])('%s is an email address', (text) => expect(isEmail(text)).toBe(true));

test.each([
  'a..b@w.example',
  '.a@w.example',
  'a.@w.example',
  '.@w.example',
  'a@w..example',
  'a b@w.example',
  'a@w',
  `${'a'.repeat(65)}@w.example`,
  `${'a.'.repeat(40_000)}@`,
])('%s is none', (text) => expect(isEmail(text)).toBe(false));
