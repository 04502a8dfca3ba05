/** Fields of dialogs. */
import { Select, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './fields.module.css';
import { readCount } from './read-count.ts';

/** Fields beside each other, in equal shares of the width. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface TextFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly onChange: (text: string) => void;
}

/** A field for a line of text; `onChange` gets the text. */
export function TextField({ onChange, ...input }: TextFieldProps) {
  return <TextInput {...input} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** The first field of a dialog: it has the focus, which selects its content, and the browser suggests nothing. */
export function FirstField(field: TextFieldProps) {
  return <TextField autoComplete="off" onFocus={(event) => event.currentTarget.select()} {...field} data-autofocus />;
}

interface CountFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  readonly value: string | number;
  /** Called with the number, or '' without digits. */
  readonly onChange: (count: number | '') => void;
}

/**
 * A field for a whole number. Focus selects the value, so that typing replaces it. Characters other than digits are ignored;
 * input that makes a number with a fraction other than zeros changes nothing. Much smaller in the bundle than a NumberInput.
 */
export function CountField({ onChange, ...input }: CountFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      {...input}
      onChange={(event) => {
        const count = readCount(event.currentTarget.value);
        if (count !== undefined) onChange(count);
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
      onChange={(chosen) => chosen !== null && onChange(chosen as Value)}
      allowDeselect={false}
    />
  );
}
