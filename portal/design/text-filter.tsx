/** A field that filters a list while it is being written, once the writer pauses. */
import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { SearchIcon } from './icons.tsx';
import styles from './text-filter.module.css';

const delayMs = 250;

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function TextFilter({ label, placeholder, value, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), delayMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      className={styles.text ?? ''}
      leftSection={<SearchIcon size={16} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
