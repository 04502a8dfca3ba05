/** A field that filters a list while a person writes, after each pause of 250 ms. */
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
  /** The value that this field has sent. Only another value replaces the text that is being written. */
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
