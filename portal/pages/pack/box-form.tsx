/** Weight and shipper of the open box. A scan that lands in one of its fields is a scan. */
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { Panel } from '../../design/page.tsx';
import styles from './pack-page.module.css';
import type { Measures } from './packing-station.ts';

interface BoxFormProps {
  readonly box: number;
  /** Everything is packed: its labels are bought with it. */
  readonly isLast: boolean;
  /** No carrier takes it. */
  readonly isWillCall: boolean;
  readonly weightRef: Ref<HTMLInputElement>;
  readonly onScan: (code: string) => void;
  readonly onFinish: (measures: Measures) => void;
}

/** With the last box: a will-call order has labels, but none of a carrier. */
export const lastStep = (isWillCall: boolean): string => (isWillCall ? 'Finish the order' : 'Buy label');

/** The shipper that this station used last. */
const place = 'dray.station.shipper';

export function BoxForm({ box, isLast, isWillCall, weightRef, onScan, onFinish }: BoxFormProps) {
  const [weight, setWeight] = useState('');
  const [shipper, setShipper] = useState(() => localStorage.getItem(place) ?? '');
  const [fault, setFault] = useState<'weight' | 'shipper'>();
  const submit = (): void => {
    const [WeightLb, size] = [readWeight(weight), readShipper(shipper)];
    setFault(WeightLb === undefined ? 'weight' : size === undefined ? 'shipper' : undefined);
    if (WeightLb === undefined || size === undefined) return;
    setWeight('');
    localStorage.setItem(place, shipper.trim());
    onFinish({ WeightLb, ...size });
  };
  const scanFrom = (text: string, isMeasure: boolean, clear: () => void) => (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'Tab') || text.trim() === '' || isMeasure) return;
    // What was written slowly is corrected, a code is scanned: it has more than a measure can have.
    if (text.trim().length < shortestCode) return;
    event.preventDefault();
    clear();
    onScan(text.trim());
  };
  return (
    <Panel title={`Box ${box}`} note={isLast ? 'Everything is in it' : 'Close it to begin another one'}>
      <form
        className={styles.measures}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          ref={weightRef}
          label="Weight, lb (F2)"
          inputMode="decimal"
          autoComplete="off"
          size="lg"
          value={weight}
          error={fault === 'weight' && 'From 0.1 to 150, as 7.4'}
          onChange={(event) => setWeight(event.currentTarget.value)}
          onKeyDown={scanFrom(weight, readWeight(weight) !== undefined, () => setWeight(''))}
        />
        <TextInput
          label="Shipper, in"
          placeholder="16 x 10 x 6"
          autoComplete="off"
          size="lg"
          value={shipper}
          data-kept
          error={fault === 'shipper' && 'Length x width x height, as 16 x 10 x 6'}
          onChange={(event) => setShipper(event.currentTarget.value)}
          onKeyDown={scanFrom(shipper, readShipper(shipper) !== undefined, () =>
            setShipper(localStorage.getItem(place) ?? ''),
          )}
        />
        <Button type="submit" className={styles.button ?? ''}>
          {isLast ? lastStep(isWillCall) : 'Close box'}
        </Button>
      </form>
    </Panel>
  );
}

/** The shortest code of a bottle that is not a weight: UPC-E. */
const shortestCode = 6;

function readWeight(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{0,2})?$/.test(text.trim())) return undefined;
  const weight = Number(text);
  return weight >= 0.1 && weight <= 150 ? weight : undefined;
}

function readShipper(text: string): Omit<Measures, 'WeightLb'> | undefined {
  const sides = /^(\d{1,3}(?:\.\d{1,2})?)\s*[x×*]\s*(\d{1,3}(?:\.\d{1,2})?)\s*[x×*]\s*(\d{1,3}(?:\.\d{1,2})?)$/i.exec(
    text.trim(),
  );
  const [LengthIn = 0, WidthIn = 0, HeightIn = 0] = (sides ?? []).slice(1).map(Number);
  const fits = [LengthIn, WidthIn, HeightIn].every((side) => side >= 1 && side <= 108);
  return fits ? { LengthIn, WidthIn, HeightIn } : undefined;
}
