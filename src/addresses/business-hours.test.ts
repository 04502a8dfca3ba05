import { expect, test } from 'vitest';
import { parseBusinessHours } from './business-hours.ts';

const shown = (lines: readonly string[]) =>
  parseBusinessHours(lines).map(({ day, open, close }) => `${day.slice(0, 2)} ${open}-${close}`);

test.each([
  ['an operator file', ['Mo-We 09:00-19:00', 'Sa 09:00-17:00', 'Su closed'], 'Mo Tu We 09:00-19:00, Sa 09:00-17:00'],
  ['UPS', ['Mon-Tue: 9:00am-7:00pm', 'Sat: 9am-12:30pm', 'Sun: Closed'], 'Mo Tu 09:00-19:00, Sa 09:00-12:30'],
  ['FedEx', ['SUNDAY CLOSED_ALL_DAY', 'MONDAY OPEN_ALL_DAY'], 'Mo 00:00-23:59'],
  ['a break', ['MONDAY 09:00:00-12:00:00, 13:00:00-19:00:00'], 'Mo 09:00-12:00, Mo 13:00-19:00'],
  [
    'a list of days and a range past the end of the week',
    ['Tu,Th 8:00-9:00', 'Sa-Mo 10:00-11:00'],
    'Mo 10:00-11:00, Tu 08:00-09:00, Th 08:00-09:00, Sa Su 10:00-11:00',
  ],
  ['midnight', ['Fr 12:00pm-12:00am', 'Sa 0:00-24:00'], 'Fr 12:00-23:59, Sa 00:00-23:59'],
])('%s', (_, lines, expected) => {
  const wanted = expected.split(', ').flatMap((part) => {
    const words = part.split(' ');
    return words.slice(0, -1).map((day) => `${day} ${words.at(-1)}`);
  });
  expect(shown(lines)).toEqual(wanted);
});

test.each([
  ['by appointment'],
  ['Mo-Fr by appointment'],
  ['Mo 9:00-12:00, then by appointment'],
  ['Mo 25:00-26:00'],
  [''],
])('omits %j', (text) => {
  expect(shown([text])).toEqual([]);
});

test('a long run of spaces costs no more than one', () => {
  expect(shown([`Mo${' '.repeat(10_000)}x\ny`, `Mo \n${' '.repeat(10_000)}9:00 - 17:00`])).toEqual(['Mo 09:00-17:00']);
});
