/** Fields of dialogs. */
import { Select, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './fields.module.css';

/** Fields beside each other, in equal shares of the width. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface FirstFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The field that a dialog begins with: the focus is in it, a scan replaces what it has, and the browser suggests nothing. */
export function FirstField({ onChange, ...input }: FirstFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  );
}

interface CountFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  readonly value: string | number;
  /** '' of an empty field. */
  readonly onChange: (count: number | '') => void;
}

/** A whole number, as stations count: what is no digit is not taken, and typing replaces the number that it begins with. A tenth of the weight of a NumberInput. */
export function CountField({ onChange, ...input }: CountFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      {...input}
      onChange={(event) => {
        const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 15);
        onChange(digits === '' ? '' : Number(digits));
      }}
    />
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly description?: string;
  readonly options: readonly (string | { readonly value: string; readonly label: string })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly maxDropdownHeight?: number;
  readonly error?: string | undefined;
}

/** One of a few values, never none. */
export function ChoiceField<Value extends string>({ options, onChange, ...select }: ChoiceFieldProps<Value>) {
  return (
    <Select
      {...select}
      data={[...options]}
      onChange={(chosen) => chosen && onChange(chosen as Value)}
      allowDeselect={false}
    />
  );
}
