/**
 * A dialog before an action: it says what will happen and has one button named after the action. It cannot be closed while the action runs,
 * and shows the action's error until a field changes.
 */
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError, withoutRequestPath } from '../api/client.ts';
import styles from './confirm.module.css';
import { countOf } from './format.ts';
import { useReturnFocus } from './return-focus.ts';
import { describeError } from './states.tsx';
import { useSubmission } from './submission.ts';

/**
 * Protects a dialog of a station against scans that are not meant for it: counts them, and keeps the key that ends a
 * scan from the buttons.
 */
export interface StrayScanGuard {
  /** How many there were. */
  readonly count: number;
  /**
   * For the dialog: keeps the Enter or Tab that ends a scan from its buttons. The options of `useStrayScanGuard` say where Enter submits.
   */
  onKeyDown(event: Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>): void;
}

interface ConfirmProps {
  readonly title: string;
  /** The text and the fields of the dialog: what will happen. */
  readonly children: ReactNode;
  /** The name of the action: `Release 31 orders`. */
  readonly action: string;
  /** Something is lost by the action. The focus begins in the first field, or without one on the other button. */
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** The label of the button that closes the dialog: `Cancel` by default; null for no such button. */
  readonly otherwise?: string | null;
  /**
   * Protects against scans at a station, and says that the scan was not counted. The focus begins on the other button, unless a field
   * has `data-autofocus`.
   */
  readonly strayScans?: StrayScanGuard;
  /** Large fields and buttons, for fingers at stations. */
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
  strayScans,
  isLarge = false,
  size = 480,
  onConfirm,
  onClose,
}: ConfirmProps) {
  useReturnFocus();
  const { isRunning, error, run, forgetError } = useSubmission();
  return (
    <Modal
      opened
      onClose={() => !isRunning && onClose()}
      title={title}
      size={size}
      {...(strayScans && { onKeyDown: strayScans.onKeyDown })}
    >
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
          if (event.key === 'Enter' && opensList(event.target)) event.preventDefault();
        }}
      >
        <div className={styles.body} data-large={isLarge || undefined}>
          {children}
        </div>
        {strayScans !== undefined && <StrayScanNote count={strayScans.count} />}
        {error !== undefined && <DialogError error={error} />}
        <div className={styles.buttons} data-large={isLarge || undefined}>
          {otherwise !== null && (
            <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus={strayScans && true}>
              {otherwise}
            </Button>
          )}
          <Button
            type="submit"
            loading={isRunning}
            disabled={isDisabled ?? false}
            className={isDangerous ? (styles.danger ?? '') : ''}
            data-autofocus={!(strayScans || isDisabled || isDangerous) || undefined}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Whether Enter chooses from the list of a field; it does not submit the dialog with what was chosen before. */
const opensList = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('aria-haspopup') === 'listbox';

/** Says that a scan into a dialog was not counted. Each one is a new alert. */
export function StrayScanNote({ count }: Pick<StrayScanGuard, 'count'>) {
  if (count === 0) return null;
  return <DialogNote key={count}>The scan was not counted. Press Esc to go back, then scan again.</DialogNote>;
}

/** What a person should know at once in a dialog. */
export function DialogNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.error} role="alert">
      {children}
    </p>
  );
}

const fields = ['input:not([type=file], [type=hidden])', 'select', 'textarea']
  .map((field) => `${field}:enabled`)
  .join(', ');

/**
 * Gives the focus to the first enabled field, or without one to the first enabled button, where nothing else has
 * `data-autofocus`: a disabled button cannot have the focus.
 */
function markFirstField(form: HTMLFormElement | null): void {
  if (!form?.querySelector('[data-autofocus]'))
    (form?.querySelector(fields) ?? form?.querySelector('button:enabled'))?.setAttribute('data-autofocus', '');
}

/** While a dialog is open, its next attempt has the key of the one without a reply, unless its fields have changed (`submission.ts`). */
const unreachedText =
  'The server cannot be reached. Check the network, then try again here without changes: nothing is done twice.';

/** An error in a dialog or form, with its faults and its reference. */
export function DialogError({ error }: { readonly error: unknown }) {
  const { detail, reference } = describeError(error);
  const { faults, status } = error instanceof ApiError ? error : { faults: [], status: undefined };
  return (
    <div className={styles.error} role="alert">
      {faults.length < 2 ? (
        <p>{status === 0 ? unreachedText : detail}</p>
      ) : (
        <>
          <p>{countOf(faults.length, 'problem')}</p>
          <ul>
            {faults.map(({ Field, Message }) => (
              <li key={Field + Message}>{withoutRequestPath(`${Field}: ${Message}`, false)}</li>
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
