/** Short messages after an action, in a region that screen readers announce. They disappear by themselves; the last four errors stay until they are closed. */
import { ActionIcon } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { AlertIcon, CheckIcon, CrossIcon } from './icons.tsx';
import { appendToast, type ToastMessage } from './shown-toasts.ts';
import { describeError } from './states.tsx';
import styles from './toasts.module.css';

const shownMs = 6_000;
let toasts: readonly ToastMessage[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly ToastMessage[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function remove(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

function add(toast: Omit<ToastMessage, 'id'>): number {
  const id = nextId++;
  set(appendToast(toasts, { ...toast, id }));
  return id;
}

export function notify(text: string): void {
  const id = add({ tone: 'good', text });
  setTimeout(() => remove(id), shownMs);
}

export function notifyError(error: unknown): void {
  const { title, detail, reference } = describeError(error);
  add({ tone: 'bad', text: `${title}. ${detail}`, reference });
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <section className={styles.region} aria-live="polite" aria-label="Messages">
      {shown.map(({ id, tone, text, reference }) => (
        <div key={id} className={styles.toast} data-tone={tone}>
          <span className={styles.icon}>{tone === 'good' ? <CheckIcon /> : <AlertIcon />}</span>
          <div className={styles.text}>
            <p>{text}</p>
            {reference !== undefined && (
              <p className="quiet">
                Reference <span className="code">{reference}</span>
              </p>
            )}
          </div>
          <ActionIcon aria-label="Dismiss" size={24} onClick={() => remove(id)}>
            <CrossIcon size={16} />
          </ActionIcon>
        </div>
      ))}
    </section>
  );
}
