/** The form for weight and shipper of the open box. A code that is scanned into a field counts as a scan. */
import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { maxBoxWeightLb, minBoxWeightLb, parseBoxWeightLb } from '../../../src/contract/entry-limits.ts';
import { codeOfScan } from '../../../src/contract/scanned-code.ts';
import { useOperation } from '../../api/queries.ts';
import { Panel } from '../../design/page.tsx';
import { splitWrittenCodes } from '../../station/scanned-text.ts';
import stationStyles from '../../station/station.module.css';
import { formatBoxDimensions, parseSides, type Shipper } from '../shippers/shipper-words.ts';
import styles from './pack-page.module.css';
import type { PackedBoxMeasures } from './packing-station.ts';
import { classifyWeightText, minCodeLength } from './weight-text.ts';

interface BoxFormProps {
  readonly box: number;
  /** Whether everything is packed, so that finishing this box also buys the labels. */
  readonly isLast: boolean;
  /** Whether it is a will-call order, which no carrier takes. */
  readonly isWillCall: boolean;
  /** The code of the shipper, as scanned or suggested; '' if none holds the contents of the box. */
  readonly shipper: string;
  /** The codes of the order's items and of totes that could be read as a weight. */
  readonly shortCodes: readonly string[];
  readonly weightRef: Ref<HTMLInputElement>;
  /** Whether the server has not replied to a step. */
  readonly isWaiting: boolean;
  /** Shows why an input is not taken. */
  readonly onRefused: (message: string) => void;
  readonly onScan: (code: string) => void;
  readonly onFinish: (measures: PackedBoxMeasures) => void;
}

/** The label of the step that finishes the last box: a will-call order needs no label of a carrier. */
export const finishBoxLabel = (isWillCall: boolean): string => (isWillCall ? 'Finish the order' : 'Buy label');

const weightRange = `from ${minBoxWeightLb} to ${maxBoxWeightLb} lb, as 7.4`;
const shipperForm = 'one of the list, or length x width x height, as 16 x 10 x 6';
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function BoxForm({
  box,
  isLast,
  isWillCall,
  shipper: suggested,
  shortCodes,
  weightRef,
  isWaiting,
  onRefused,
  onScan,
  onFinish,
}: BoxFormProps) {
  const shippers = useShippers();
  // A written shipper stays until another one is scanned or suggested.
  const [written, setWritten] = useState<{ readonly text: string; readonly instead: string }>();
  const text = written?.instead === suggested ? written.text : suggested;
  // The weight stays until the reply: after a refusal the box need not be weighed again.
  const [isSent, setIsSent] = useState(false);
  const [fault, setFault] = useState<'weight' | 'shipper'>();
  const shipper = named(shippers, text);
  const { weight, scannedNumber, ...weightInput } = useWeightInput({
    isCode: (code) => named(shippers, code) !== undefined || shortCodes.includes(code),
    onScan: (code) => {
      setFault(undefined);
      onScan(code);
    },
    onFault: () => {
      setFault('weight');
      onRefused(`A weight is ${weightRange}.`);
    },
  });
  const submit = (): void => {
    if (isSent && isWaiting) return;
    const WeightLb = parseBoxWeightLb(weight.trim());
    const size = sizeOf(shipper?.Shipper ?? (text === suggested ? suggested : ''), text);
    setFault(WeightLb === undefined ? 'weight' : size === undefined ? 'shipper' : undefined);
    if (WeightLb === undefined || size === undefined) {
      onRefused(WeightLb === undefined ? `A weight is ${weightRange}.` : `A shipper is ${shipperForm}.`);
      return;
    }
    setIsSent(true);
    onFinish({ WeightLb, ...size });
  };
  const scanFrom = (value: string, isMeasure: boolean, clear: () => void) => (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'Tab') || value.trim() === '' || isMeasure) return;
    // A shorter text is a mistyped measure, which the person corrects. A longer one is a scanned code.
    if (value.trim().length < minCodeLength) return;
    event.preventDefault();
    clear();
    onScan(codeOfScan(value));
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
          error={
            fault === 'weight'
              ? sentence(weightRange)
              : scannedNumber !== '' &&
                `${scannedNumber} is a code here. For a weight, type ${Number(scannedNumber).toFixed(2)}`
          }
          onFocus={(event) => event.currentTarget.select()}
          {...weightInput}
        />
        <TextInput
          label="Shipper"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="16 x 10 x 6"
          autoComplete="off"
          size="lg"
          value={text}
          data-kept
          description={
            shipper
              ? `${shipper.Name}, ${formatBoxDimensions(shipper)}`
              : 'Its code, or length x width x height in inches'
          }
          error={fault === 'shipper' && sentence(shipperForm)}
          onChange={(event) => setWritten({ text: event.currentTarget.value, instead: suggested })}
          onKeyDown={scanFrom(text, shipper !== undefined || parseSize(text) !== undefined, () =>
            setWritten(undefined),
          )}
        />
        <Button type="submit" className={stationStyles.button ?? ''}>
          {isLast ? finishBoxLabel(isWillCall) : 'Close box'}
        </Button>
      </form>
    </Panel>
  );
}

interface WeightInputOptions {
  /** Whether a number is the code of a shipper, an item or a tote, and no weight. */
  readonly isCode: (code: string) => boolean;
  readonly onScan: (code: string) => void;
  readonly onFault: () => void;
}

/** The field of the weight. A complete text in it is a weight, which stays; a scan, which is sent; or a mistake. */
function useWeightInput({ isCode, onScan, onFault }: WeightInputOptions) {
  const [weight, setWeight] = useState('');
  // A number that was a scan, so that it was not taken as the weight.
  const [scannedNumber, setScannedNumber] = useState('');
  /** Whether the last key in the field ended a scan. */
  const hasJustScanned = useRef(false);
  const takeCode = (code: string): ReturnType<typeof classifyWeightText> => {
    const kind = classifyWeightText(code, isCode);
    if (kind === 'scan') {
      setScannedNumber(parseBoxWeightLb(code) === undefined ? '' : code);
      setWeight('');
      onScan(code);
    } else if (kind === 'fault') onFault();
    return kind;
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { codes, rest } = splitWrittenCodes(event.currentTarget.value);
    setScannedNumber('');
    setWeight(rest);
    for (const code of codes) if (takeCode(code) !== 'scan') setWeight(code);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const code = codeOfScan(weight);
    const isSecondEnter = hasJustScanned.current && event.key === 'Enter' && code === '';
    hasJustScanned.current = false;
    // Of a scanner that ends its codes with CR and LF: it is no weight.
    if (isSecondEnter) event.preventDefault();
    if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey || code === '') return;
    const kind = takeCode(code);
    hasJustScanned.current = kind === 'scan';
    // Tab leaves the field.
    if (kind === 'weight' || (kind === 'fault' && event.key === 'Tab')) return;
    event.preventDefault();
    if (kind === 'scan') return;
    // The next scan or weight replaces the selected text.
    event.currentTarget.select();
  };
  return { weight, scannedNumber, onChange, onKeyDown };
}

const sizeOf = (code: string, text: string) => (code === '' ? parseSize(text) : { Shipper: code });

function parseSize(text: string) {
  const sides = parseSides(text);
  const fits = sides !== undefined && Object.values(sides).every((side) => side >= 1 && side <= 108);
  return fits ? sides : undefined;
}

/** All shippers, for the names of the codes in a session. */
export const useShippers = (): readonly Shipper[] => useOperation('/api/Shippers/List', {}).data?.Records ?? [];

/** The shipper in use with this code or scan code. */
function named(shippers: readonly Shipper[], text: string): Shipper | undefined {
  const code = text.trim().toUpperCase();
  return shippers.find(({ Shipper: own, ScanCode, InUse }) => InUse && (own === code || ScanCode === code));
}
