/** Chooses the item of a count or a code: one of the order, or any item of the winery when no order announced the delivery. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useOperator } from '../../api/session.ts';
import { ItemField } from '../../design/item-field.tsx';
import type { Receipt } from './receiving-station.ts';

interface ReceiptItemFieldProps {
  readonly receipt: Receipt;
  readonly value: string;
  readonly onChange: (itemNo: string) => void;
  readonly hasFocus?: boolean;
}

export function ReceiptItemField({ receipt, value, onChange, hasFocus }: ReceiptItemFieldProps) {
  const { Kind, Lines, CustomerNo } = receipt;
  const { Role } = useOperator();
  if (Kind !== 'unannounced') {
    return (
      <NativeSelect
        label="Item"
        data={Lines.map(({ ItemNo, Description }) => ({
          value: ItemNo,
          label: Description === '' ? ItemNo : `${ItemNo} · ${Description}`,
        }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data-autofocus={hasFocus || undefined}
      />
    );
  }
  // The floor may not list items.
  if (Role === 'floor') {
    return (
      <TextInput
        label="Item number"
        autoComplete="off"
        maxLength={255}
        data-chooses
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return <ItemField label="Item" customerNo={CustomerNo} value={value} onChange={onChange} hasFocus={hasFocus} />;
}
