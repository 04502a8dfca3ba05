/** The state of the form of a purchase order or a transfer: its fields and lines, its changes, and the faults of the reply. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { TextField } from '../../design/fields.tsx';
import { useFormFaults } from '../../design/form-faults.ts';
import styles from './order-form.module.css';
import { type DraftLine, orderLinesFingerprint } from './order-lines.tsx';

/** @param group the property of the request that has the fields */
export function useOrderForm<Fields extends Readonly<Record<string, string>>>(
  group: 'OrderInfo' | 'TransferInfo',
  before: Fields,
  linesBefore: readonly DraftLine[],
) {
  type Name = Extract<keyof Fields, string>;
  const [fields, setFields] = useState(before);
  const [lines, setLines] = useState(linesBefore);
  const faults = useFormFaults();
  const names = Object.keys(fields) as Name[];
  const changed = names.filter((name) => fields[name] !== before[name]);
  const trimmed = (of: readonly Name[]) =>
    Object.fromEntries(of.map((name) => [name, (fields[name] as string).trim()]));
  const faultOf = (name: Name) => faults.of(`${group}.${name}`);
  const set = (name: Name) => (value: string) => {
    setFields((earlier) => ({ ...earlier, [name]: value }));
    faults.changed(`${group}.${name}`);
  };
  return {
    fields,
    lines,
    setLines,
    faults,
    /** Removes the chosen items, because another customer has others, also under the same numbers. */
    removeItems: () => {
      setLines(lines.map((line) => ({ ...line, itemNo: '', description: '', taxStatus: '' })));
      faults.changed('ItemsInfo');
    },
    changed,
    hasNewLines: orderLinesFingerprint(lines) !== orderLinesFingerprint(linesBefore),
    allFields: () => trimmed(names),
    changedFields: () => trimmed(changed),
    submit: (act: () => Promise<void>) => faults.submit([`${group}.`, 'ItemsInfo'], act),
    choice: (name: Name) => ({ value: fields[name] as string, onChange: set(name), error: faultOf(name) }),
    text: (name: Name, label: string) => (
      <TextField
        label={label}
        autoComplete="off"
        maxLength={255}
        value={fields[name]}
        onChange={set(name)}
        error={faultOf(name)}
      />
    ),
    day: (name: Name, label: string) => (
      <TextField
        type="date"
        label={label}
        required
        withAsterisk={false}
        value={fields[name]}
        onChange={set(name)}
        error={faultOf(name)}
      />
    ),
    instructions: (name: Name) => (
      <Textarea
        className={styles.all ?? ''}
        label="Instructions"
        rows={2}
        maxLength={1000}
        value={fields[name]}
        onChange={(event) => set(name)(event.currentTarget.value)}
        error={faultOf(name)}
      />
    ),
  };
}
