import { expect, test } from 'vitest';
import { recordAudits } from './audit.ts';

test('many changes of a command are recorded by one statement, and its topics published by another', () => {
  const sent: string[] = [];
  const tx = { send: (text: string) => sent.push(text) };
  const markDone = () => sent.push('done');
  const reference = '019a97c5-2b8e-7c41-9d3a-5f0e6b7a8c9e';
  const context = { actor: 'operator:lee@warehouse.example', operation: 'Floor/Release', reference, markDone };
  const changeOf = (subject: string) => ({ context, entry: { action: 'order.floor_released', subject } });
  recordAudits(tx, ['O-1', 'O-2', 'O-3'].map(changeOf));
  expect(sent.map((text) => text.split(' ')[0])).toEqual(['insert', 'done', 'select']);
  recordAudits(tx, []);
  expect(sent).toHaveLength(3);
});
