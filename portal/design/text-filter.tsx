/** The filter `text` of a list, in the address: it takes effect while a person writes, after each pause of 250 ms. */
import { useEffect, useRef, useState } from 'react';
import { TextField } from './fields.tsx';
import { useFilter } from './filters.tsx';
import { SearchIcon } from './icons.tsx';
import styles from './text-filter.module.css';

const delayMs = 250;

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
}

export function TextFilter({ label, placeholder }: TextFilterProps) {
  const [value = '', set] = useFilter('text');
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
      set(text.trim() || undefined);
    }, delayMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      className={styles.text ?? ''}
      leftSection={<SearchIcon size={16} />}
      value={text}
      onChange={setText}
    />
  );
}
