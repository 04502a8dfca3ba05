/** A field that filters a list while it is being written, once the writer pauses. */
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
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
  /** What this field has sent: only a value from elsewhere replaces what is being written. */
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      onChange(text.trim());
    }, delayMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      className={styles.text ?? ''}
      leftSection={<SearchIcon size={16} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
