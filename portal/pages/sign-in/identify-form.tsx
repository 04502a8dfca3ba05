/** Asks at a shared station for badge and PIN: on a page of its own, and over the page of a person whose time there has ended. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { codeOfScan } from '../../../src/contract/scanned-code.ts';
import { identifyPerson, useOperator } from '../../api/session.ts';
import { DialogError, DialogNote } from '../../design/confirm.tsx';
import { useSubmission } from '../../design/submission.ts';
import { splitWrittenCodes } from '../../station/scanned-text.ts';
import { isSameCode } from '../../station/station.ts';
import styles from './sign-in-page.module.css';

interface IdentifyFormProps {
  /** Whose page waits behind the form. */
  readonly person?: string;
}

/** What no PIN is, but a scan: wrong PINs lock a badge, and all stations of the account for a minute. */
const isScan = (text: string): boolean => text !== '' && !/^\d{1,8}$/.test(text);

export default function IdentifyForm({ person }: IdentifyFormProps) {
  const { station } = useOperator();
  const [badge, setBadge] = useState('');
  const [pin, setPin] = useState('');
  const badgeField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const [strayScans, setStrayScans] = useState(0);
  const { isRunning, error, run, forgetError } = useSubmission();

  /** Takes a scan out of the field of the PIN, where the badge may be scanned a second time. Shows none of it: it may be a mistyped PIN. */
  const dropScan = (scan: string): void => {
    setPin('');
    if (isSameCode(codeOfScan(scan), codeOfScan(badge))) return;
    setBadge('');
    setStrayScans((before) => before + 1);
    badgeField.current?.focus();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A scanner ends the badge with Enter, and may send a second one.
    if (badge.trim() === '') badgeField.current?.focus();
    else if (pin === '') pinField.current?.focus();
    else if (isScan(pin)) dropScan(pin);
    else {
      void run(async () => {
        try {
          await identifyPerson({ Badge: codeOfScan(badge), Pin: pin });
        } catch (failure) {
          setPin('');
          throw failure;
        }
      });
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} onChange={forgetError}>
      <h1>Who works here?</h1>
      <p className="quiet">{station}. What is done here from now on has your name.</p>
      {person !== undefined && (
        <p className="quiet" role="status">
          {person} goes on where the page was; what was typed is still there. For another person it starts afresh.
        </p>
      )}
      <TextInput
        ref={badgeField}
        label="Badge"
        description="Scan it."
        autoComplete="off"
        autoFocus
        maxLength={64}
        value={badge}
        onChange={(event) => {
          const { codes, rest } = splitWrittenCodes(event.currentTarget.value);
          setBadge(codes.at(-1) ?? rest);
          setStrayScans(0);
          if (codes.length > 0) pinField.current?.focus();
        }}
      />
      <PasswordInput
        ref={pinField}
        label="PIN"
        inputMode="numeric"
        autoComplete="off"
        maxLength={64}
        value={pin}
        onChange={(event) => {
          const text = event.currentTarget.value;
          if (text.endsWith('\t')) dropScan(text);
          else setPin(text);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Tab' || event.shiftKey || !isScan(pin)) return;
          event.preventDefault();
          dropScan(pin);
        }}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the PIN' }}
      />
      {strayScans > 0 && (
        <DialogNote key={strayScans}>That was a scan, not a PIN. Scan your badge, then type your PIN.</DialogNote>
      )}
      {error !== undefined && <DialogError error={error} />}
      <Button type="submit" loading={isRunning} fullWidth>
        Begin
      </Button>
      <p className={styles.hint}>No badge? An administrator gives you one under Operators.</p>
    </form>
  );
}
