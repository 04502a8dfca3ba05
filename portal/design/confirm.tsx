/**
 * A dialog before an action: what will happen, then one button named after the action. It stays open while the action runs and shows its error until a field changes;
 * it stays open until its outcome is confirmed.
 */
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import styles from './confirm.module.css';
import { countOf } from './format.ts';
import { useReturnFocus } from './return-focus.ts';
import { describeError } from './states.tsx';
import { useSubmission } from './submission.ts';

interface ConfirmProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The name of the action: `Release 31 orders`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** What the other button does, where it is more than closing; null where there is nothing to do otherwise. */
  readonly otherwise?: string | null;
  /** A scan into the dialog, which ends with Enter, confirms nothing: the focus begins on the other button, and Enter in a field does not submit. */
  readonly isCareful?: boolean;
  /** For fingers: at stations. */
  readonly isLarge?: boolean;
  readonly size?: string | number;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function Confirm({
  title,
  children,
  action,
  isDangerous,
  isDisabled,
  otherwise = 'Cancel',
  isCareful = false,
  isLarge = false,
  size = 480,
  onConfirm,
  onClose,
}: ConfirmProps) {
  useReturnFocus();
  const { isRunning, error, run, forgetError } = useSubmission();
  return (
    <Modal opened onClose={() => !isRunning && onClose()} title={title} size={size}>
      <form
        ref={markFirstField}
        onSubmit={(event) => {
          event.preventDefault();
          void run(onConfirm);
        }}
        onChange={forgetError}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('[role=option]')) forgetError();
        }}
        onKeyDown={(event) => {
          if (isCareful && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <div className={styles.body} data-large={isLarge || undefined}>
          {children}
        </div>
        {error !== undefined && <DialogError error={error} />}
        <div className={styles.buttons} data-large={isLarge || undefined}>
          {otherwise !== null && (
            <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus={isCareful || undefined}>
              {otherwise}
            </Button>
          )}
          <Button
            type="submit"
            loading={isRunning}
            disabled={isDisabled ?? false}
            className={isDangerous ? (styles.danger ?? '') : ''}
            data-autofocus={!(isCareful || isDisabled) || undefined}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** A disabled action cannot have the focus when a dialog opens: the first field that a person can fill in has it then. */
function markFirstField(form: HTMLFormElement | null): void {
  if (!form?.querySelector('[data-autofocus]'))
    form?.querySelector(':enabled:not(button)')?.setAttribute('data-autofocus', '');
}

/** An error in a dialog or form, where the person can do something about it. */
export function DialogError({ error }: { readonly error: unknown }) {
  const { detail, reference } = describeError(error);
  const faults = error instanceof ApiError ? error.faults : [];
  return (
    <div className={styles.error} role="alert">
      {faults.length < 2 ? (
        <p>{detail}</p>
      ) : (
        <>
          <p>{countOf(faults.length, 'problem')}</p>
          <ul>
            {faults.map(({ Field, Message }) => (
              <li key={Field + Message}>
                {Field.replace(/^Csv l/, 'L')}: {Message}
              </li>
            ))}
          </ul>
        </>
      )}
      {reference !== undefined && (
        <p>
          Reference <span className="code">{reference}</span>
        </p>
      )}
    </div>
  );
}
