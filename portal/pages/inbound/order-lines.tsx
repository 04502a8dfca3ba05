/** The lines of an order that is being written: items of the winery and their quantities. */
import { Button, NumberInput } from '@mantine/core';
import { ChoiceField } from '../../design/fields.tsx';
import type { FormFaults } from '../../design/form-faults.ts';
import { ItemField } from '../../design/item-field.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import styles from './order-form.module.css';

/** A line of the form. */
export interface DraftLine {
  /** Distinguishes lines of the form. */
  readonly id: number;
  readonly itemNo: string;
  readonly description: string;
  readonly quantity: number | string;
  readonly unit: 'RETAIL' | 'WHOLESALE';
  /** As stored; `''` in a new line, and after another item was chosen. People cannot enter it. */
  readonly taxStatus: string;
}

export const newDraftLine = (id: number): DraftLine => ({
  id,
  itemNo: '',
  description: '',
  quantity: '',
  unit: 'RETAIL',
  taxStatus: '',
});

/**
 * A text that is equal for equal lines in the same order. If it differs from that of the opened order, saving replaces
 * all lines.
 */
export const orderLinesFingerprint = (lines: readonly DraftLine[]): string =>
  JSON.stringify(lines.map(({ itemNo, quantity, unit, taxStatus }) => [itemNo, quantity, unit, taxStatus]));

const units = [
  { value: 'RETAIL', label: 'Bottles' },
  { value: 'WHOLESALE', label: 'Cases' },
] as const;

interface OrderLinesProps {
  readonly customerNo: string;
  readonly lines: readonly DraftLine[];
  readonly faults: FormFaults;
  /** Whether lines may be in cases. */
  readonly hasUnits?: boolean;
  readonly onChange: (lines: readonly DraftLine[]) => void;
}

export function OrderLinesEditor({ customerNo, lines, faults, hasUnits = false, onChange }: OrderLinesProps) {
  const change = (id: number, changed: Partial<DraftLine>): void => {
    faults.changed(`ItemsInfo[${lines.findIndex((line) => line.id === id)}]`);
    onChange(lines.map((line) => (line.id === id ? { ...line, ...changed } : line)));
  };
  /** Removes the faults of all lines, because faults name lines by position. */
  const changeNumber = (changed: readonly DraftLine[]): void => {
    faults.changed('ItemsInfo');
    onChange(changed);
  };
  return (
    <fieldset className={styles.lines}>
      <legend>Items</legend>
      {lines.map(({ id, itemNo, quantity, unit }, index) => (
        <div key={id} className={styles.line} data-units={hasUnits || undefined}>
          <ItemField
            label={`Item ${index + 1}`}
            customerNo={customerNo}
            value={itemNo}
            onChange={(chosen, description) => change(id, { itemNo: chosen, description, taxStatus: '' })}
            error={faults.of(`ItemsInfo[${index}].ItemNo`)}
          />
          <NumberInput
            label={hasUnits ? 'Quantity' : 'Units'}
            min={1}
            max={1_000_000}
            allowDecimal={false}
            hideControls
            value={quantity}
            onChange={(chosen) => change(id, { quantity: chosen })}
            error={faults.of(`ItemsInfo[${index}].ItemQuantity`)}
          />
          {hasUnits && (
            <ChoiceField label="In" options={units} value={unit} onChange={(chosen) => change(id, { unit: chosen })} />
          )}
          <span className={styles.remove}>
            <RowActionButton
              action="Remove"
              label={`Remove item ${index + 1}`}
              onClick={() => changeNumber(lines.filter((line) => line.id !== id))}
            />
          </span>
        </div>
      ))}
      {faults.of('ItemsInfo') !== undefined && <p role="alert">An order needs an item.</p>}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => changeNumber([...lines, newDraftLine(Math.max(0, ...lines.map(({ id }) => id)) + 1)])}
        >
          Add an item
        </Button>
      </div>
    </fieldset>
  );
}
